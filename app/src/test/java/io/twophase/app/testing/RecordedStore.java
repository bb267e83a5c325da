package io.twophase.app.testing;

import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.util.ArrayList;
import java.util.List;

/**
 * A store that notes the calls on its holds and records, and that may let the process that uses it
 * die at any of them, before or after the call takes effect.
 */
public final class RecordedStore {

  private static final int NEVER = -1;

  private final List<String> calls = new ArrayList<>();
  private final Store store;
  private int deathAt = NEVER;
  private boolean afterEffect;

  /** Records the calls on a store. */
  public RecordedStore(Store sound) {
    this.store = ProtocolCalls.before(sound, this::around);
  }

  /** The store, recorded. */
  public Store store() {
    return store;
  }

  /** The names of the calls so far, in order. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** Lets the process die at the call with this number, counted from 0. */
  public RecordedStore dyingAt(int call, boolean afterItTookEffect) {
    this.deathAt = call;
    this.afterEffect = afterItTookEffect;
    return this;
  }

  private Object around(String method, List<Object> asked, Interceptor.Call call) {
    boolean dies = calls.size() == deathAt;
    calls.add(method);
    if (dies && !afterEffect) {
      throw new ProcessDeath();
    }
    Object answer = call.make();
    if (dies) {
      throw new ProcessDeath();
    }
    return answer;
  }
}
