package io.twophase.adapter.mongo.probe;

import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.util.function.Supplier;

/** Turns what a step of the probe finds into the refusal of the server. */
final class Findings {

  private final String store;

  /** Refuses the server that messages call {@code store}. */
  Findings(String store) {
    this.store = store;
  }

  /**
   * Takes one step.
   *
   * @param asked what the server is asked to do, after "asked to"
   * @param step does it, and answers what is wrong with what came of it
   * @throws StoreUnavailableException if the server cannot be reached any more
   * @throws StoreException if it refuses the step, or does something else
   */
  void require(String asked, Supplier<Option<String>> step) {
    Option<String> fault;
    try {
      fault = step.get();
    } catch (StoreUnavailableException gone) {
      throw gone;
    } catch (StoreException refused) {
      throw new StoreException(failed(asked) + "it fails: " + refused.getMessage(), refused);
    }
    if (fault.isDefined()) {
      throw new StoreException(failed(asked) + fault.get());
    }
  }

  private String failed(String asked) {
    return store + " does not pass the probe, and is not used: asked to " + asked + ", ";
  }

  /** What is wrong with an answer that should be another. */
  static Option<String> unlessEqual(Object expected, Object answered) {
    return Option.when(
        !expected.equals(answered), () -> "it answers " + answered + ", not " + expected);
  }
}
