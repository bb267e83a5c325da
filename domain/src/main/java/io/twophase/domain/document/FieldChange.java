package io.twophase.domain.document;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a transaction does to one field of a document. */
public sealed interface FieldChange {

  /** What {@code cases} says of this change. */
  <T> T fold(Cases<T> cases);

  /** The field that it changes. */
  FieldPath path();

  /**
   * {@link Set}, of a field's path with dots between the names, and of what {@link Value#of} takes.
   */
  static FieldChange set(String path, @Nullable Object value) {
    FieldPath field = FieldPath.of(path);
    return new Set(field, Operands.valueFor(field, value));
  }

  /** {@link Unset}, of a field's path with dots between the names. */
  static FieldChange unset(String path) {
    return new Unset(FieldPath.of(path));
  }

  /** {@link Inc} by a whole number of 32 bits, of a field's path with dots between the names. */
  static FieldChange inc(String path, int by) {
    return new Inc(FieldPath.of(path), new Value.Int32(by));
  }

  /** {@link Inc} by a whole number of 64 bits, of a field's path with dots between the names. */
  static FieldChange inc(String path, long by) {
    return new Inc(FieldPath.of(path), new Value.Int64(by));
  }

  /**
   * {@link Push}, of a field's path with dots between the names, and of what {@link Value#of}
   * takes.
   */
  static FieldChange push(String path, @Nullable Object value) {
    FieldPath field = FieldPath.of(path);
    return new Push(field, Operands.valueFor(field, value));
  }

  /**
   * {@link Pull}, of a field's path with dots between the names, and of what {@link Value#of}
   * takes.
   */
  static FieldChange pull(String path, @Nullable Object value) {
    FieldPath field = FieldPath.of(path);
    return new Pull(field, Operands.valueFor(field, value));
  }

  /**
   * What is said of each kind of change.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** The field has that value then. */
    T set(Set change);

    /** The field is not there then. */
    T unset(Unset change);

    /** The field is a whole number that is larger by that, or smaller. */
    T inc(Inc change);

    /** The field is an array with that value at its end. */
    T push(Push change);

    /** The field is an array without that value. */
    T pull(Pull change);
  }

  /** The field has that value then, and is made if it is not there. */
  record Set(FieldPath path, Value value) implements FieldChange {

    /**
     * @throws IllegalArgumentException if the value has a field's name that MongoDB gives a
     *     meaning, or lies deeper than MongoDB nests documents
     */
    public Set {
      Names.require(path, value);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.set(this);
    }
  }

  /** The field is not there then; an element of an array is null then. */
  record Unset(FieldPath path) implements FieldChange {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unset(this);
    }
  }

  /**
   * The field, a whole number, is larger by {@code by} then. If it is not there it is {@code by}.
   * Of two numbers of 32 bits the sum is one of 32 bits too, else it is one of 64.
   */
  record Inc(FieldPath path, Value by) implements FieldChange {

    /**
     * @throws IllegalArgumentException if {@code by} is not a whole number of 32 or 64 bits
     */
    public Inc {
      if (!(by instanceof Value.Int32) && !(by instanceof Value.Int64)) {
        throw new IllegalArgumentException(
            path + " cannot grow by " + by.words() + ": no whole number");
      }
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.inc(this);
    }
  }

  /** The field is an array with that value at its end, and is made if it is not there. */
  record Push(FieldPath path, Value value) implements FieldChange {

    /**
     * @throws IllegalArgumentException if the value has a field's name that MongoDB gives a
     *     meaning, or lies deeper than MongoDB nests documents
     */
    public Push {
      Names.require(path, new Value.Array(List.of(value)));
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.push(this);
    }
  }

  /** The field, an array, has no value then that {@linkplain Value#matches matches} this one. */
  record Pull(FieldPath path, Value value) implements FieldChange {

    /**
     * @throws IllegalArgumentException if the value is an array or a regular expression, or has a
     *     number that is not finite
     */
    public Pull {
      Operands.requireComparable(path, value);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.pull(this);
    }
  }
}
