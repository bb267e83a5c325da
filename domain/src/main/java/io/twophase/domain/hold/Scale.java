package io.twophase.domain.hold;

import java.util.Currency;
import java.util.function.Function;

/**
 * What a range is of: an account's balance in a currency, or a number field between its floor and
 * its ceiling.
 */
public sealed interface Scale {
  <T> T fold(
      Function<? super Money, ? extends T> money, Function<? super OfField, ? extends T> field);

  record Money(Currency currency) implements Scale {
    @Override
    public <T> T fold(
        Function<? super Money, ? extends T> money, Function<? super OfField, ? extends T> field) {
      return money.apply(this);
    }
  }

  record OfField(String name, long floor, long ceiling) implements Scale {
    @Override
    public <T> T fold(
        Function<? super Money, ? extends T> money, Function<? super OfField, ? extends T> field) {
      return field.apply(this);
    }
  }
}
