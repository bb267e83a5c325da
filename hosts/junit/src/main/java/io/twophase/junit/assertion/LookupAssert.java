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

  LookupAssert(L actual, Class<?> self) {
    super(actual, self);
  }

  /**
   * The answer of the store.
   *
   * @param subject the words for what it is about
   * @param thing what is there and can be read
   * @param fault the words for why there is nothing to look at, although there may be something
   */
  record Seen<T>(String subject, Optional<T> thing, Optional<String> fault) {

    static <T> Seen<T> there(String subject, T thing) {
      return new Seen<>(subject, Optional.of(thing), Optional.empty());
    }

    static <T> Seen<T> none(String subject) {
      return new Seen<>(subject, Optional.empty(), Optional.empty());
    }

    static <T> Seen<T> faulty(String subject, String fault) {
      return new Seen<>(subject, Optional.empty(), Optional.of(fault));
    }
  }

  abstract Seen<T> seen();

  /** The document is there, and it can be read. */
  public S exists() {
    thing();
    return myself;
  }

  /** There is none of this id. */
  public S isAbsent() {
    isNotNull();
    boolean isThere = seen().thing().isPresent() || seen().fault().isPresent();
    return require(!isThere, "not to exist", "it is there");
  }

  /** Fails, unless it is so, with what was expected and what there is. */
  S require(boolean isSo, String wanted, String found) {
    if (!isSo) {
      failWithMessage("%nExpecting %s%n%s%nbut %s", seen().subject(), wanted, found);
    }
    return myself;
  }

  T thing() {
    isNotNull();
    Optional<T> thing = seen().thing();
    require(thing.isPresent(), "to exist", seen().fault().orElse("there is none"));
    return thing.orElseThrow();
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
