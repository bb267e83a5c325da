package io.twophase.domain.document;

import io.twophase.domain.value.Field;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Place;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition on a document, without which an operation on it is not held: a condition on one
 * field, or that all of the document is as it was read.
 */
public sealed interface Guard permits Guard.OfField, Guard.Unchanged {

  /** The words for a field that is not there. */
  String NO_FIELD = "no such field";

  /** Returns what {@code cases} says of this guard. */
  <T> T fold(Cases<T> cases);

  /** Its name in the digests of holds, which stays as it is: that of its class. */
  default String kind() {
    String name = getClass().getSimpleName();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

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

  /**
   * The function for each kind of guard.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** The document has these fields, and no others. */
    T unchanged(Unchanged guard);

    /** The field has the value. */
    T equalTo(Is guard);

    /** The field has one of the values. */
    T oneOf(In guard);

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
   * A guard on one field. If an array is on the way, then the guard holds of no field but in the
   * element that the path names: {@code items.price} is nothing if {@code items} is an array,
   * {@code items.0.price} is the price in the first element.
   */
  sealed interface OfField extends Guard {

    /** The field. */
    FieldPath path();

    @Override
    default List<FieldPath> paths() {
      return List.of(path());
    }

    @Override
    default List<Value> values() {
      return List.of();
    }

    /** Returns whether the guard holds of the value that the field has. */
    boolean admits(Value value);

    @Override
    default boolean holds(Fields fields) {
      return Place.of(fields, path()).fold(this::admits, () -> false, blocked -> false);
    }

    @Override
    default String failing(Fields fields) {
      return path().toString();
    }

    @Override
    default String found(Fields fields) {
      return Place.of(fields, path())
          .fold(
              Value::words,
              () -> NO_FIELD,
              blocked -> blocked.value().words() + " at " + blocked.by());
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
          && (Is.takes(before) || before.type().equals(after.type()));
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unchanged(this);
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

  /**
   * The field has the value: a number of any type that is as large, else the same value of the same
   * type. Null is a value, and not an absent field.
   */
  record Is(FieldPath path, Value value) implements OfField {

    /**
     * @throws IllegalArgumentException if the field is {@code _id} or one of the protocol, or the
     *     value is an array or a regular expression, has a number that is not finite, or lies
     *     deeper than MongoDB nests documents
     */
    public Is {
      Operands.requireHostField(path);
      Operands.requireComparable(path, value);
    }

    /** Returns whether MongoDB's comparison of a field with the value is the domain's own. */
    public static boolean takes(Value value) {
      return Operands.isComparable(value);
    }

    @Override
    public List<Value> values() {
      return List.of(value);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.equalTo(this);
    }

    @Override
    public boolean admits(Value found) {
      return found.matches(value);
    }

    @Override
    public String expected() {
      return "is " + value.words();
    }
  }

  /** The field has one of the values. */
  record In(FieldPath path, List<Value> values) implements OfField {

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
      return cases.oneOf(this);
    }

    @Override
    public boolean admits(Value found) {
      return values.stream().anyMatch(found::matches);
    }

    /** Names the first values, and how many there are if these are not all. */
    @Override
    public String expected() {
      String first =
          values.stream().limit(MOST_IN_WORDS).map(Value::words).collect(Collectors.joining(", "));
      return "is one of "
          + (values.size() <= MOST_IN_WORDS ? first : first + " … (" + values.size() + " values)");
    }
  }

  /** The field is there, with any value, null too. */
  record Exists(FieldPath path) implements OfField {

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

    @Override
    public boolean admits(Value found) {
      return true;
    }

    @Override
    public String expected() {
      return "exists";
    }
  }

  /** The field is not there, nor is an array on the way to it that has no element of its name. */
  record Absent(FieldPath path) implements OfField {

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

    @Override
    public boolean admits(Value found) {
      return false;
    }

    @Override
    public boolean holds(Fields fields) {
      return Place.of(fields, path)
          .fold(found -> false, () -> true, blocked -> !(blocked.value() instanceof Value.Array));
    }

    @Override
    public String expected() {
      return "is absent";
    }
  }

  /** The field is a number that is at least that, or a date that is not before it. */
  record AtLeast(FieldPath path, Value value) implements OfField {

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

    @Override
    public boolean admits(Value found) {
      return found.compareTo(value).filter(order -> order >= 0).isPresent();
    }

    @Override
    public String expected() {
      return "is at least " + value.words();
    }
  }

  /** The field is a number that is at most that, or a date that is not after it. */
  record AtMost(FieldPath path, Value value) implements OfField {

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

    @Override
    public boolean admits(Value found) {
      return found.compareTo(value).filter(order -> order <= 0).isPresent();
    }

    @Override
    public String expected() {
      return "is at most " + value.words();
    }
  }
}
