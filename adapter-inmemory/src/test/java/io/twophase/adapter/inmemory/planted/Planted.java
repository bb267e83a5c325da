package io.twophase.adapter.inmemory.planted;

import java.util.List;
import java.util.stream.Stream;

/** Makes the planted class of a name. */
final class Planted {

  private Planted() {}

  /** One of the classes that are declared in {@code among}, made of {@code arguments}. */
  static <T> T named(String name, Class<T> type, List<Class<?>> among, Object... arguments) {
    Class<?> planted =
        among.stream()
            .flatMap(where -> Stream.of(where.getDeclaredClasses()))
            .filter(each -> each.getSimpleName().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no " + name));
    try {
      return type.cast(planted.getDeclaredConstructors()[0].newInstance(arguments));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalArgumentException(name, impossible);
    }
  }
}
