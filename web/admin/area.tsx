import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '#web/text.tsx';
import { makeClient } from './ask.ts';
import { makeRouter } from './routes.tsx';

/** All of the admin area: it lives in the browser only, with its own router and its own memory of answers. */
export function Area() {
  const text = useText();
  const [router] = useState(makeRouter);
  const [client] = useState(() => makeClient(text('error.unreachable')));
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
