package io.twophase.app.engine;

import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.function.Supplier;

/** Makes the calls of steps, and notifies a listener of the beginning and the end of each. */
public final class StepCall {

  private StepCall() {}

  /** What {@code call} answers; what it throws is told and thrown. */
  public static <T> T of(
      EngineListener listener, ProtocolStep step, int transactions, Supplier<T> call) {
    Option<StoreException> failure = Option.none();
    listener.stepBegun(step, transactions);
    try {
      return call.get();
    } catch (StoreException fault) {
      failure = Option.some(fault);
      throw fault;
    } finally {
      listener.stepEnded(step, failure);
    }
  }
}
