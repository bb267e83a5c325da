package io.twophase.domain.value;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** What is at a path of a document. */
public sealed interface Place {

  /** The result of the function for what is there. */
  <T> T fold(
      Function<? super Value, ? extends T> found,
      Supplier<? extends T> missing,
      Function<? super Blocked, ? extends T> blocked);

  /** A value. */
  record Found(Value value) implements Place {
    @Override
    public <T> T fold(
        Function<? super Value, ? extends T> found,
        Supplier<? extends T> missing,
        Function<? super Blocked, ? extends T> blocked) {
      return found.apply(value);
    }
  }

  /** Nothing: the field is absent, or an embedded document on the way is. */
  record Missing() implements Place {
    @Override
    public <T> T fold(
        Function<? super Value, ? extends T> found,
        Supplier<? extends T> missing,
        Function<? super Blocked, ? extends T> blocked) {
      return missing.get();
    }
  }

  /**
   * Nothing, and nothing can be put there: a value on the way is no document.
   *
   * @param by the path of that value
   * @param value what it is
   */
  record Blocked(FieldPath by, Value value) implements Place {
    @Override
    public <T> T fold(
        Function<? super Value, ? extends T> found,
        Supplier<? extends T> missing,
        Function<? super Blocked, ? extends T> blocked) {
      return blocked.apply(this);
    }
  }

  /** What is at {@code path} of a document of these fields. */
  static Place of(Fields fields, FieldPath path) {
    Fields at = fields;
    List<String> names = path.names();
    for (int depth = 0; depth < names.size() - 1; depth++) {
      Value next = at.get(names.get(depth)).getOrNull();
      if (next == null) {
        return new Missing();
      }
      if (!(next instanceof Value.Embedded embedded)) {
        return new Blocked(new FieldPath(names.subList(0, depth + 1)), next);
      }
      at = embedded.fields();
    }
    return at.get(path.last()).<Place>map(Found::new).getOrElse(Missing::new);
  }

  /** The fields with {@code value} at {@code path}; embedded documents on the way are made. */
  static Fields put(Fields fields, FieldPath path, Value value) {
    return put(fields, path.names(), value);
  }

  private static Fields put(Fields fields, List<String> names, Value value) {
    String name = names.get(0);
    if (names.size() == 1) {
      return fields.with(name, value);
    }
    Fields inner =
        fields.get(name).getOrNull() instanceof Value.Embedded embedded
            ? embedded.fields()
            : Fields.none();
    return fields.with(name, new Value.Embedded(put(inner, names.subList(1, names.size()), value)));
  }

  /** The fields without what is at {@code path}; embedded documents on the way stay. */
  static Fields remove(Fields fields, FieldPath path) {
    return remove(fields, path.names());
  }

  private static Fields remove(Fields fields, List<String> names) {
    String name = names.get(0);
    if (names.size() == 1) {
      return fields.without(name);
    }
    return fields.get(name).getOrNull() instanceof Value.Embedded embedded
        ? fields.with(
            name, new Value.Embedded(remove(embedded.fields(), names.subList(1, names.size()))))
        : fields;
  }
}
