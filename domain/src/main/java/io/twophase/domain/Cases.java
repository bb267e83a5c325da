package io.twophase.domain;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A sealed family names its cases once, as the type arguments of an interface here, and its callers
 * give {@code fold} a function for each of them, in that order. Each case is a class that
 * implements the family itself. The outcome of a transaction and the operations on documents keep
 * folds of their own: each transfer passes them, and may enter only so many classes.
 */
public final class Cases {

  private static final ClassValue<Integer> PLACES =
      new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
          return Stream.of(type.getInterfaces())
              .flatMap(family -> Stream.of(family.getGenericInterfaces()))
              .map(named -> cases(named).indexOf(type))
              .filter(place -> place >= 0)
              .findFirst()
              .orElseThrow(() -> new IllegalStateException(type + " is no case of a family"));
        }
      };

  private Cases() {}

  /** The cases that {@code named} has as type arguments; none if it has no such arguments. */
  private static List<Type> cases(Type named) {
    return named instanceof ParameterizedType family && family.getOwnerType() == Cases.class
        ? Stream.of(family.getActualTypeArguments())
            .map(one -> one instanceof ParameterizedType of ? of.getRawType() : one)
            .toList()
        : List.of();
  }

  @SafeVarargs
  @SuppressWarnings("unchecked") // the place of a case is that of its function
  private static <T> T fold(Object one, Function<?, ? extends T>... functions) {
    return ((Function<Object, ? extends T>) functions[PLACES.get(one.getClass())]).apply(one);
  }

  /** A family of three cases. */
  public interface Of3<A, B, C> {

    /** Returns what the function for this case says of it. */
    default <T> T fold(
        Function<? super A, ? extends T> first,
        Function<? super B, ? extends T> second,
        Function<? super C, ? extends T> third) {
      return Cases.fold(this, first, second, third);
    }
  }

  /** A family of four cases. */
  public interface Of4<A, B, C, D> {

    /** Returns what the function for this case says of it. */
    default <T> T fold(
        Function<? super A, ? extends T> first,
        Function<? super B, ? extends T> second,
        Function<? super C, ? extends T> third,
        Function<? super D, ? extends T> fourth) {
      return Cases.fold(this, first, second, third, fourth);
    }
  }

  /** A family of five cases. */
  public interface Of5<A, B, C, D, E> {

    /** Returns what the function for this case says of it. */
    default <T> T fold(
        Function<? super A, ? extends T> first,
        Function<? super B, ? extends T> second,
        Function<? super C, ? extends T> third,
        Function<? super D, ? extends T> fourth,
        Function<? super E, ? extends T> fifth) {
      return Cases.fold(this, first, second, third, fourth, fifth);
    }
  }

  /** A family of six cases. */
  public interface Of6<A, B, C, D, E, F> {

    /** Returns what the function for this case says of it. */
    default <T> T fold(
        Function<? super A, ? extends T> first,
        Function<? super B, ? extends T> second,
        Function<? super C, ? extends T> third,
        Function<? super D, ? extends T> fourth,
        Function<? super E, ? extends T> fifth,
        Function<? super F, ? extends T> sixth) {
      return Cases.fold(this, first, second, third, fourth, fifth, sixth);
    }
  }
}
