package io.twophase.domain.document;

import io.twophase.domain.Given;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Guards that all have to hold, in words: {@code
 * where("status").equalTo("UnPaid").and("total").atMost( 100)}. Values are what {@link Value#of}
 * takes.
 *
 * @param all the guards
 */
public record Guards(List<Guard> all) {

  /** The guards do not change. */
  public Guards {
    all = Given.list(all, "all");
  }

  /**
   * The document is as it was read: {@link Guard.Unchanged}.
   *
   * @throws IllegalArgumentException if a field is one that no guard can name or compare
   */
  public static Guards unchanged(Fields fields) {
    return new Guards(List.of(new Guard.Unchanged(Objects.requireNonNull(fields, "fields"))));
  }

  /**
   * Begins with a guard on a field.
   *
   * @param path the field's path, with dots between the names
   * @throws IllegalArgumentException if the text is no path
   */
  public static Condition where(String path) {
    return new Condition(List.of(), FieldPath.of(path));
  }

  /**
   * Goes on with a guard on another field.
   *
   * @param path the field's path, with dots between the names
   * @throws IllegalArgumentException if the text is no path
   */
  public Condition and(String path) {
    return new Condition(all, FieldPath.of(path));
  }

  /**
   * A field, of which something is about to be asked.
   *
   * @param before the guards before it
   * @param path the field
   */
  public record Condition(List<Guard> before, FieldPath path) {

    /** The field has the value: {@link Guard.OfField.Kind#IS}. */
    public Guards equalTo(@Nullable Object value) {
      return with(Guard.equalTo(path, Operands.valueFor(path, value)));
    }

    /** The field has one of the values: {@link Guard.OfField.Kind#IN}. */
    public Guards oneOf(Object... values) {
      return with(
          Guard.oneOf(
              path, Arrays.stream(values).map(value -> Operands.valueFor(path, value)).toList()));
    }

    /** The field is there: {@link Guard.OfField.Kind#EXISTS}. */
    public Guards exists() {
      return with(Guard.exists(path));
    }

    /** The field is not there: {@link Guard.OfField.Kind#ABSENT}. */
    public Guards absent() {
      return with(Guard.absent(path));
    }

    /** The field is at least that: {@link Guard.OfField.Kind#AT_LEAST}. */
    public Guards atLeast(Object value) {
      return with(Guard.atLeast(path, Operands.valueFor(path, value)));
    }

    /** The field is at most that: {@link Guard.OfField.Kind#AT_MOST}. */
    public Guards atMost(Object value) {
      return with(Guard.atMost(path, Operands.valueFor(path, value)));
    }

    private Guards with(Guard guard) {
      List<Guard> guards = new ArrayList<>(before);
      guards.add(guard);
      return new Guards(guards);
    }
  }
}
