package io.twophase.app.function;

import io.twophase.domain.Money;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Place;
import io.twophase.domain.value.Value;
import java.time.Instant;
import java.util.Currency;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A document as a function has read it, or as the function will write it. A snapshot never changes:
 * {@link #with} and {@link #without} answer another one, which {@link TransactionContext#put}
 * writes.
 *
 * <p>Each method that reads a field takes the field's path, with dots between the names, and throws
 * {@link IllegalArgumentException} if the field is not there or of another type; the message names
 * the document and the field.
 *
 * @param ref names the document
 * @param fields the document's own fields, without {@code _id} and those of the protocol
 */
public record DocumentSnapshot(DocumentRef ref, Fields fields) {

  /** A snapshot of fields. */
  public DocumentSnapshot {
    Objects.requireNonNull(ref, "ref");
    Objects.requireNonNull(fields, "fields");
  }

  /**
   * A document to write, with the fields of a map.
   *
   * @throws IllegalArgumentException if a value is not one that {@link Value#of} takes
   */
  public static DocumentSnapshot of(DocumentRef ref, Map<String, ?> fields) {
    return new DocumentSnapshot(ref, Fields.of(fields));
  }

  /** The value of a field; empty if the field is not there. */
  public Optional<Value> value(String path) {
    return Place.of(fields, FieldPath.of(path))
        .fold(Optional::of, Optional::empty, blocked -> Optional.empty());
  }

  /** Returns whether the field is there, with any value, null too. */
  public boolean has(String path) {
    return value(path).isPresent();
  }

  /** The text of a field. */
  public String string(String path) {
    if (required(path) instanceof Value.Text text) {
      return text.value();
    }
    throw not("a text", path);
  }

  /** The whole number of a field, of 32 bits or 64. */
  public long number(String path) {
    return required(path).wholeNumber().orElseThrow(() -> not("a whole number", path));
  }

  /** The truth value of a field. */
  public boolean bool(String path) {
    if (required(path) instanceof Value.Bool flag) {
      return flag.value();
    }
    throw not("true or false", path);
  }

  /** The date of a field, to the millisecond. */
  public Instant instant(String path) {
    if (required(path) instanceof Value.Date date) {
      return Instant.ofEpochMilli(date.millis());
    }
    throw not("a date", path);
  }

  /**
   * The amount of a field that has a whole number of minor units, such as cents.
   *
   * @param currency the ISO 4217 code of a currency
   */
  public Money money(String path, String currency) {
    return new Money(number(path), Currency.getInstance(currency));
  }

  private Value required(String path) {
    return value(path)
        .orElseThrow(
            () -> new IllegalArgumentException("document " + ref + " has no field " + path));
  }

  private IllegalArgumentException not(String what, String path) {
    return new IllegalArgumentException(
        "document " + ref + ": " + path + " is " + required(path).words() + ", not " + what);
  }

  /**
   * This document with a field set.
   *
   * @param value what {@link Value#of} takes
   * @throws IllegalArgumentException if there can be no such field, as behind a value that is no
   *     document
   */
  public DocumentSnapshot with(String path, @Nullable Object value) {
    return changed(FieldChange.set(path, value));
  }

  /** This document without a field. */
  public DocumentSnapshot without(String path) {
    return changed(FieldChange.unset(path));
  }

  private DocumentSnapshot changed(FieldChange change) {
    return Changes.of(change)
        .applyTo(fields)
        .fold(
            impossible -> {
              throw new IllegalArgumentException(
                  "document %s: %s is not %s"
                      .formatted(ref, impossible.path(), impossible.expected()));
            },
            after -> new DocumentSnapshot(ref, after));
  }
}
