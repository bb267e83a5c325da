package io.twophase.domain;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Objects;

/**
 * A reason why something is refused, invalid or canceled: a word for programs, and a line for
 * people. A new refusal that is one is counted, shown and reported without another table of kinds.
 */
public interface Reason {

  /** The most characters of free text that a record keeps of what is said of one account. */
  int MOST_TEXT = 500;

  /** A text, or as much of it as is kept. */
  static String cut(String text) {
    return text.length() <= MOST_TEXT
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MOST_TEXT / 2)) + "…";
  }

  /**
   * Its name in summaries, records and machine-readable answers. It is one word that stays as it is
   * from version to version: the name of its class, unless the class has another one.
   */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** One line for people, which names the thing and the value. Its words may change. */
  default String message() {
    Class<?> type = getClass();
    return Objects.requireNonNull(type.getAnnotation(Line.class), type::getName)
        .value()
        .formatted(Arrays.stream(type.getRecordComponents()).map(this::component).toArray());
  }

  private Object component(RecordComponent component) {
    try {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(this);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }

  /** The message of a record, with its components in their order: {@code %s} is the first. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Line {

    /** A format of {@link String#formatted}. */
    String value();
  }
}
