package io.twophase.junit.assertion;

import io.twophase.domain.Money;
import java.util.Currency;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on something as it was read.
 *
 * @param <S> the assertions themselves
 * @param <L> what the store answered
 * @param <T> the thing, if it is there and can be read
 */
public abstract class LookupAssert<S extends LookupAssert<S, L, T>, L, T>
    extends AbstractAssert<S, L> {

  /** The words for an answer that there is nothing of the id. */
  static final String NONE = "there is none";

  LookupAssert(L actual, Class<?> self) {
    super(actual, self);
  }

  /** The words for what it is about. */
  abstract String subject();

  /** The thing, if it is there and can be read. */
  abstract Optional<T> found();

  /** The words for why there is nothing to look at. */
  abstract String missing();

  /** The document is there, and it can be read. */
  public S exists() {
    thing();
    return myself;
  }

  /** There is none of this id. */
  public S isAbsent() {
    isNotNull();
    return require(missing().equals(NONE), "not to exist", "it is there");
  }

  /** Fails, unless it is so, with what was expected and what there is. */
  S require(boolean isSo, String wanted, String found) {
    if (!isSo) {
      failWithMessage("%nExpecting %s%n%s%nbut %s", subject(), wanted, found);
    }
    return myself;
  }

  T thing() {
    isNotNull();
    require(found().isPresent(), "to exist", missing());
    return found().orElseThrow();
  }

  /**
   * The amount that a text says.
   *
   * @throws IllegalArgumentException if it says none in that currency: a fault of the test
   */
  static Money money(String decimal, Currency currency) {
    return Money.parse(decimal, currency)
        .getOrElseThrow(refusal -> new IllegalArgumentException(refusal.message()));
  }
}
