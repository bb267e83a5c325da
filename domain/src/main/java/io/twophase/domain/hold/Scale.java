package io.twophase.domain.hold;

import java.util.Currency;
import java.util.function.Function;

/** A number of a target, which members add to within bounds. */
public sealed interface Scale {

  /** Answers what the function for this kind of number says. */
  default <T> T fold(
      Function<? super Money, ? extends T> money, Function<? super OfField, ? extends T> field) {
    if (this instanceof Money one) {
      return money.apply(one);
    }
    return field.apply((OfField) this);
  }

  /** The balance of an account that keeps this currency, in minor units. */
  record Money(Currency currency) implements Scale {}

  /**
   * A number field of a document.
   *
   * @param name a field of the document's own, not of an embedded document
   * @param floor the least that the field may come to; the first claim that is tried on the field
   *     decides it
   * @param ceiling the most, likewise
   */
  record OfField(String name, long floor, long ceiling) implements Scale {}
}
