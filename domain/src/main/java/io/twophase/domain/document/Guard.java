package io.twophase.domain.document;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Fields.Place;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition on a document, without which an operation on it is not held: a condition on one
 * field, or that all of the document is as it was read.
 */
public sealed interface Guard permits Guard.OfField, Guard.Unchanged {

  /** The words for a field that is not there. */
  String NO_FIELD = "no such field";

  /** Returns whether MongoDB's comparison of a field with the value is the domain's own. */
  static boolean isComparable(Value value) {
    return Operands.isComparable(value);
  }

  /** Returns what the function for this kind of guard says. */
  default <T> T fold(
      Function<? super OfField, ? extends T> ofField,
      Function<? super Unchanged, ? extends T> unchanged) {
    return this instanceof OfField one ? ofField.apply(one) : unchanged.apply((Unchanged) this);
  }

  /** Its name in the digests of holds, which stays as it is. */
  String word();

  /** The fields that the guard names. */
  List<FieldPath> paths();

  /** The values that the guard compares fields with; none if it only asks whether one is there. */
  List<Value> values();

  /** The name of the field because of which the guard does not hold of these fields. */
  String failing(Fields fields);

  /** The words for that field's value, or for the lack of the field. */
  String found(Fields fields);

  /** Returns whether it holds of a document of these fields. */
  boolean holds(Fields fields);

  /** Returns what it asks of the field, in words: {@code is "UnPaid"}. */
  String expected();

  /** {@link OfField.Kind#IS}. */
  static OfField equalTo(FieldPath path, Value value) {
    return new OfField(OfField.Kind.IS, path, List.of(value));
  }

  /** {@link OfField.Kind#IN}. */
  static OfField oneOf(FieldPath path, List<Value> values) {
    return new OfField(OfField.Kind.IN, path, values);
  }

  /** {@link OfField.Kind#EXISTS}. */
  static OfField exists(FieldPath path) {
    return new OfField(OfField.Kind.EXISTS, path, List.of());
  }

  /** {@link OfField.Kind#ABSENT}. */
  static OfField absent(FieldPath path) {
    return new OfField(OfField.Kind.ABSENT, path, List.of());
  }

  /** {@link OfField.Kind#AT_LEAST}. */
  static OfField atLeast(FieldPath path, Value value) {
    return new OfField(OfField.Kind.AT_LEAST, path, List.of(value));
  }

  /** {@link OfField.Kind#AT_MOST}. */
  static OfField atMost(FieldPath path, Value value) {
    return new OfField(OfField.Kind.AT_MOST, path, List.of(value));
  }

  /**
   * A guard on one field. If an array is on the way, then the guard holds of no field but in the
   * element that the path names: {@code items.price} is nothing if {@code items} is an array,
   * {@code items.0.price} is the price in the first element.
   *
   * @param kind what is asked of the field
   * @param path the field
   * @param values what the field is compared with: one, but one or more of {@link Kind#IN}, and
   *     none of {@link Kind#EXISTS} and {@link Kind#ABSENT}
   */
  record OfField(Kind kind, FieldPath path, List<Value> values) implements Guard {

    /** The kinds of guards on a field. */
    public enum Kind {
      /**
       * The field has the value: a number of any type that is as large, else the same value of the
       * same type. Null is a value, and not an absent field.
       */
      IS("is"),
      /** The field has one of the values. */
      IN("in"),
      /** The field is there, with any value, null too. */
      EXISTS("exists"),
      /**
       * The field is not there, nor is an array on the way to it that has no element of its name.
       */
      ABSENT("absent"),
      /** The field is a number that is at least that, or a date that is not before it. */
      AT_LEAST("atLeast"),
      /** The field is a number that is at most that, or a date that is not after it. */
      AT_MOST("atMost");

      private final String word;

      Kind(String word) {
        this.word = word;
      }

      /** Its name in digests, and on the wire. */
      public String word() {
        return word;
      }
    }

    private static final int MOST_IN_WORDS = 5;

    /**
     * @throws IllegalArgumentException if the field is {@code _id} or one of the protocol; there
     *     are not as many values as the kind has; a value to be ordered is neither a finite number
     *     nor a date; or another is an array or a regular expression, has a number that is not
     *     finite, or lies deeper than MongoDB nests documents
     */
    public OfField {
      Operands.requireHostField(path);
      values = List.copyOf(values);
      boolean isInNumber =
          switch (kind) {
            case IS, AT_LEAST, AT_MOST -> values.size() == 1;
            case IN -> !values.isEmpty();
            case EXISTS, ABSENT -> values.isEmpty();
          };
      if (!isInNumber) {
        throw new IllegalArgumentException(
            path + " cannot be " + (kind == Kind.IN ? "one of no values" : kind + " of " + values));
      }
      boolean isOrdered = kind == Kind.AT_LEAST || kind == Kind.AT_MOST;
      for (Value value : values) {
        if (isOrdered) {
          Operands.requireOrdered(path, value);
        } else {
          Operands.requireComparable(path, value);
        }
      }
    }

    /** The first of the values. */
    public Value value() {
      return values.get(0);
    }

    @Override
    public String word() {
      return kind.word();
    }

    @Override
    public List<FieldPath> paths() {
      return List.of(path);
    }

    private boolean admits(Value found) {
      return switch (kind) {
        case IS, IN -> values.stream().anyMatch(found::matches);
        case EXISTS -> true;
        case ABSENT -> false;
        case AT_LEAST -> found.compareTo(value()).filter(order -> order >= 0).isPresent();
        case AT_MOST -> found.compareTo(value()).filter(order -> order <= 0).isPresent();
      };
    }

    @Override
    public boolean holds(Fields fields) {
      boolean isAbsence = kind == Kind.ABSENT;
      return Place.of(fields, path)
          .fold(
              this::admits,
              () -> isAbsence,
              blocked -> isAbsence && !(blocked.value() instanceof Value.Array));
    }

    @Override
    public String failing(Fields fields) {
      return path.toString();
    }

    @Override
    public String found(Fields fields) {
      return Place.of(fields, path)
          .fold(
              Value::words,
              () -> NO_FIELD,
              blocked -> blocked.value().words() + " at " + blocked.by());
    }

    @Override
    public String expected() {
      return switch (kind) {
        case IS -> "is " + value().words();
        case IN -> "is one of " + first();
        case EXISTS -> "exists";
        case ABSENT -> "is absent";
        case AT_LEAST -> "is at least " + value().words();
        case AT_MOST -> "is at most " + value().words();
      };
    }

    /** Names the first values, and how many there are if these are not all. */
    private String first() {
      String first =
          values.stream().limit(MOST_IN_WORDS).map(Value::words).collect(Collectors.joining(", "));
      return values.size() <= MOST_IN_WORDS ? first : first + " … (" + values.size() + " values)";
    }
  }

  /**
   * The document is as it was read: it has these fields and no others, but for those of the
   * protocol, each with the same value; a finite number may be of another type. The order of the
   * fields has no meaning.
   *
   * @param fields of the document as it was read, without {@code _id}
   */
  record Unchanged(Fields fields) implements Guard {

    /** The words for what the guard asks, by which a refusal of it is known. */
    public static final String EXPECTED = "is as it was read";

    /**
     * @throws IllegalArgumentException if a field is {@code _id} or one of the protocol, has a name
     *     with a dot or one that begins with {@code $}, or is a regular expression or undefined
     */
    public Unchanged {
      for (Field field : fields.all()) {
        Operands.requireExact(Operands.requireHostField(FieldPath.of(field.name())), field.value());
      }
      Names.require("a document as it was read", fields);
    }

    @Override
    public List<FieldPath> paths() {
      return fields.all().stream().map(field -> FieldPath.of(field.name())).toList();
    }

    @Override
    public List<Value> values() {
      return fields.all().stream().map(Field::value).toList();
    }

    @Override
    public String failing(Fields now) {
      return Stream.concat(fields.all().stream(), now.all().stream())
          .map(Field::name)
          .filter(name -> !isUnchanged(name, now))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("nothing has changed"));
    }

    @Override
    public String found(Fields now) {
      return now.get(failing(now)).map(Value::words).orElse(NO_FIELD);
    }

    boolean isUnchanged(String name, Fields now) {
      return fields
          .get(name)
          .filter(before -> now.get(name).filter(after -> same(before, after)).isPresent())
          .isPresent();
    }

    private static boolean same(Value before, Value after) {
      return before.canonical().equals(after.canonical())
          && (isComparable(before) || before.type().equals(after.type()));
    }

    @Override
    public String word() {
      return "unchanged";
    }

    @Override
    public boolean holds(Fields now) {
      return fields.all().size() == now.all().size()
          && now.all().stream().allMatch(field -> isUnchanged(field.name(), now));
    }

    @Override
    public String expected() {
      return EXPECTED;
    }
  }
}
