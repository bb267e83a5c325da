package io.twophase.test.fault;

import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.function.Predicate;

/** The call sends nothing, and throws. */
final class Unavailable implements Effect {

  @Override
  public <E, O> List<O> strike(Call<E, O> call, Predicate<Touch> those) {
    throw new StoreUnavailableException(
        "in-memory store: " + call.kind() + " made to fail (" + call + ")");
  }
}
