package io.twophase.domain.document;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Place;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a document must be like for an operation to be held. A guard speaks of one field. Where an
 * array is on the way, it holds of no field but in the element that the path names: {@code
 * items.price} is nothing where {@code items} is an array, {@code items.0.price} is the price in
 * the first element.
 */
public sealed interface Guard {

  /** What {@code cases} says of this guard. */
  <T> T fold(Cases<T> cases);

  /** The field it speaks of. */
  FieldPath path();

  /** What it compares the field with; none of a guard that only asks whether it is there. */
  default List<Value> values() {
    return List.of();
  }

  /** Whether it holds of a document of these fields. */
  default boolean holds(Fields fields) {
    return fold(new GuardEvaluation(Place.of(fields, path())));
  }

  /** What it asks of the field, in words: {@code is "UnPaid"}. */
  default String expected() {
    return fold(GuardWords.CASES);
  }

  /**
   * What is said of each kind of guard.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** The field has the value. */
    T is(Is guard);

    /** The field has one of the values. */
    T in(In guard);

    /** The field is there. */
    T exists(Exists guard);

    /** The field is not there. */
    T absent(Absent guard);

    /** The field is at least that. */
    T atLeast(AtLeast guard);

    /** The field is at most that. */
    T atMost(AtMost guard);
  }

  /**
   * The field has the value: a number of any type that is as large, else the same value of the same
   * type. Null is a value, and not an absent field.
   */
  record Is(FieldPath path, Value value) implements Guard {

    /**
     * @throws IllegalArgumentException if the field is {@code _id} or one of the protocol, or the
     *     value is an array or a regular expression, has a number that is not finite, or lies
     *     deeper than MongoDB nests documents
     */
    public Is {
      Operands.requireHostField(path);
      Operands.requireComparable(path, value);
    }

    @Override
    public List<Value> values() {
      return List.of(value);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.is(this);
    }
  }

  /** The field has one of the values. */
  record In(FieldPath path, List<Value> values) implements Guard {

    private static final int MOST_IN_WORDS = 5;

    /**
     * @throws IllegalArgumentException if the field is {@code _id} or one of the protocol, there
     *     are no values, or one is an array or a regular expression, has a number that is not
     *     finite, or lies deeper than MongoDB nests documents
     */
    public In {
      Operands.requireHostField(path);
      values = List.copyOf(values);
      if (values.isEmpty()) {
        throw new IllegalArgumentException(path + " cannot be one of no values");
      }
      for (Value value : values) {
        Operands.requireComparable(path, value);
      }
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.in(this);
    }

    /** The first values as a list in words, and how many there are if these are not all. */
    String words() {
      String first =
          values.stream().limit(MOST_IN_WORDS).map(Value::words).collect(Collectors.joining(", "));
      return values.size() <= MOST_IN_WORDS ? first : first + " … (" + values.size() + " values)";
    }
  }

  /** The field is there, with any value, null too. */
  record Exists(FieldPath path) implements Guard {

    /**
     * @throws IllegalArgumentException if the field is {@code _id} or one of the protocol
     */
    public Exists {
      Operands.requireHostField(path);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.exists(this);
    }
  }

  /** The field is not there, nor is an array on the way to it that has no element of its name. */
  record Absent(FieldPath path) implements Guard {

    /**
     * @throws IllegalArgumentException if the field is {@code _id} or one of the protocol
     */
    public Absent {
      Operands.requireHostField(path);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.absent(this);
    }
  }

  /** The field is a number that is at least that, or a date that is not before it. */
  record AtLeast(FieldPath path, Value value) implements Guard {

    /**
     * @throws IllegalArgumentException if the field is {@code _id} or one of the protocol, or the
     *     value is neither a finite number nor a date
     */
    public AtLeast {
      Operands.requireHostField(path);
      Operands.requireOrdered(path, value);
    }

    @Override
    public List<Value> values() {
      return List.of(value);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.atLeast(this);
    }
  }

  /** The field is a number that is at most that, or a date that is not after it. */
  record AtMost(FieldPath path, Value value) implements Guard {

    /**
     * @throws IllegalArgumentException if the field is {@code _id} or one of the protocol, or the
     *     value is neither a finite number nor a date
     */
    public AtMost {
      Operands.requireHostField(path);
      Operands.requireOrdered(path, value);
    }

    @Override
    public List<Value> values() {
      return List.of(value);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.atMost(this);
    }
  }
}
