package io.twophase.adapter.inmemory;

import io.twophase.ports.DecisionSignal;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Wakes those who listen, on the thread of whoever decides. */
final class InMemorySignal implements DecisionSignal {

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  @Override
  public Listening listen(Runnable listener) {
    Listener added = new Listener(listener);
    listeners.add(added);
    return added;
  }

  void ring() {
    listeners.forEach(Listener::call);
  }

  private final class Listener implements Listening {

    private final Runnable listener;
    private boolean isClosed;

    Listener(Runnable listener) {
      this.listener = listener;
    }

    synchronized void call() {
      if (!isClosed) {
        listener.run();
      }
    }

    @Override
    public synchronized void close() {
      isClosed = true;
      listeners.remove(this);
    }
  }
}
