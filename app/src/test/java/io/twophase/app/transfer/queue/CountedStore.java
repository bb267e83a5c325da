package io.twophase.app.transfer.queue;

import io.twophase.ports.CallLimit;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Counts the calls of one thread on a store, and lets something happen at one of them. It notes how
 * much time each call was given.
 */
public final class CountedStore {

  private final Store store;
  private final Thread counted = Thread.currentThread();
  private final List<String> calls = new ArrayList<>();
  private final List<Duration> limits = new ArrayList<>();
  private int at = -1;
  private Runnable what = () -> {};

  /** Counts the calls on {@code real} that this thread makes. */
  public CountedStore(Store real) {
    this.store =
        Interceptor.before(
            Store.class,
            real,
            (method, asked, call) ->
                switch (method) {
                  case "callLimit" -> limit();
                  case "home", "describe" -> call.make();
                  default -> counted(call);
                });
  }

  /** The store whose calls are counted. */
  public Store store() {
    return store;
  }

  private Object counted(Interceptor.Call call) {
    if (Thread.currentThread() == counted) {
      calls.add(call.method().getDeclaringClass().getSimpleName() + "." + call.method().getName());
      if (calls.size() - 1 == at) {
        what.run();
      }
    }
    return call.make();
  }

  private CallLimit limit() {
    return new CallLimit() {
      @Override
      public <T> T within(Duration most, Supplier<T> limited) {
        limits.add(most);
        return limited.get();
      }
    };
  }

  /** Runs {@code task} when so many calls were made, before the next one. */
  public void at(int call, Runnable task) {
    calls.clear();
    at = call;
    what = task;
  }

  /** The calls since then. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** How much time was left to the calls that were given a limit. */
  public List<Duration> limits() {
    return List.copyOf(limits);
  }
}
