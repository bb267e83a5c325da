package io.twophase.domain.testing;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies of records that differ in some components, whether or not the domain leads there. */
public final class Copies {

  private Copies() {}

  /**
   * The record with other components.
   *
   * @param namesAndValues names and values by turns
   */
  @SuppressWarnings("unchecked") // a record's own class makes it
  public static <R extends Record> R with(R record, Object... namesAndValues) {
    List<Object> given = List.of(namesAndValues);
    List<@Nullable Object> values = new ArrayList<>();
    int changed = 0;
    try {
      for (RecordComponent component : record.getClass().getRecordComponents()) {
        int name = given.indexOf(component.getName());
        changed += name < 0 ? 0 : 2;
        component.getAccessor().setAccessible(true);
        values.add(name < 0 ? component.getAccessor().invoke(record) : given.get(name + 1));
      }
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
    if (changed != given.size()) {
      throw new IllegalArgumentException(given + " are not all of " + record);
    }
    return (R) of(record.getClass(), values);
  }

  /** The record of these components. */
  public static Object of(Class<?> type, List<@Nullable Object> values) {
    try {
      Constructor<?> canonical =
          type.getDeclaredConstructor(
              Arrays.stream(type.getRecordComponents())
                  .map(RecordComponent::getType)
                  .toArray(Class<?>[]::new));
      canonical.setAccessible(true);
      return canonical.newInstance(values.toArray());
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new LinkageError(thrown.getMessage(), thrown);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }
}
