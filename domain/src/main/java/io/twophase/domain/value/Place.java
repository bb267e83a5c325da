package io.twophase.domain.value;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The content of a path of a document. */
public sealed interface Place {

  /** The result of the function for what is there. */
  default <T> T fold(
      Function<? super Value, ? extends T> found,
      Supplier<? extends T> missing,
      Function<? super Blocked, ? extends T> blocked) {
    if (this instanceof Found one) {
      return found.apply(one.value());
    }
    if (this instanceof Missing) {
      return missing.get();
    }
    return blocked.apply((Blocked) this);
  }

  /** A value. */
  record Found(Value value) implements Place {}

  /** Nothing: the field is absent, or an embedded document on the way is. */
  record Missing() implements Place {}

  /**
   * Nothing, and nothing can be put there: a value on the way is no document, nor an array with an
   * element that the path names.
   *
   * @param by the path of that value
   * @param value what it is
   */
  record Blocked(FieldPath by, Value value) implements Place {}

  /** Returns what is at {@code path} of a document of these fields. */
  static Place of(Fields fields, FieldPath path) {
    Value at = new Value.Embedded(fields);
    List<String> names = path.names();
    for (int depth = 0; depth < names.size(); depth++) {
      Value around = at;
      String name = names.get(depth);
      if (around instanceof Value.Embedded embedded) {
        Value inner = embedded.fields().get(name).orElse(null);
        if (inner == null) {
          return new Missing();
        }
        at = inner;
      } else if (around instanceof Value.Array array && leadsInto(array, name)) {
        at = array.values().get(Integer.parseInt(name));
      } else {
        return new Blocked(new FieldPath(names.subList(0, depth)), around);
      }
    }
    return new Found(at);
  }

  /** A filter on the path meets a field of that name in any element too, and what is in arrays. */
  private static boolean leadsInto(Value.Array array, String name) {
    return FieldPath.isIndex(name)
        && Integer.parseInt(name) < array.values().size()
        && array.values().stream()
            .noneMatch(
                element ->
                    element instanceof Value.Array
                        || (element instanceof Value.Embedded embedded
                            && embedded.fields().has(name)));
  }

  /**
   * The fields with {@code value} at {@code path}; embedded documents on the way are made. Nothing
   * on the way may be {@link Blocked}.
   */
  static Fields put(Fields fields, FieldPath path, Value value) {
    return put(fields, path.names(), value);
  }

  private static Fields put(Fields fields, List<String> names, Value value) {
    String name = names.get(0);
    Value before = fields.get(name).orElse(new Value.Embedded(Fields.none()));
    return fields.with(name, inside(before, names.subList(1, names.size()), value));
  }

  private static Value inside(Value at, List<String> names, Value value) {
    if (names.isEmpty()) {
      return value;
    }
    if (at instanceof Value.Array array) {
      return with(array, names.get(0), one -> inside(one, names.subList(1, names.size()), value));
    }
    Fields inner = at instanceof Value.Embedded embedded ? embedded.fields() : Fields.none();
    return new Value.Embedded(put(inner, names, value));
  }

  private static Value with(Value.Array array, String name, UnaryOperator<Value> change) {
    List<Value> values = new ArrayList<>(array.values());
    int index = Integer.parseInt(name);
    values.set(index, change.apply(values.get(index)));
    return new Value.Array(values);
  }

  /**
   * The fields without what is at {@code path}; embedded documents on the way stay. An element of
   * an array becomes null, as the others keep their places.
   */
  static Fields remove(Fields fields, FieldPath path) {
    return remove(fields, path.names());
  }

  private static Fields remove(Fields fields, List<String> names) {
    String name = names.get(0);
    return names.size() == 1
        ? fields.without(name)
        : fields
            .get(name)
            .map(inner -> fields.with(name, without(inner, names.subList(1, names.size()))))
            .orElse(fields);
  }

  private static Value without(Value at, List<String> names) {
    if (at instanceof Value.Array array) {
      List<String> further = names.subList(1, names.size());
      return with(
          array, names.get(0), one -> further.isEmpty() ? new Value.Null() : without(one, further));
    }
    return at instanceof Value.Embedded embedded
        ? new Value.Embedded(remove(embedded.fields(), names))
        : at;
  }
}
