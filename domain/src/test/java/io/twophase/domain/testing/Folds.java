package io.twophase.domain.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** That a sealed family's fold takes each kind to its own branch. */
public final class Folds {

  private Folds() {}

  /**
   * Asserts that there is a sample of each permitted kind, and that the fold of each comes to the
   * branch of its own.
   *
   * @param branch folds a sample into the class whose branch it is
   */
  public static <S> void assertEachReachesItsOwn(
      Class<S> family, List<? extends S> samples, Function<? super S, Class<?>> branch) {
    assertThat(samples)
        .extracting(Object::getClass)
        .containsOnly(kinds(family).toArray(Class<?>[]::new));
    for (S sample : samples) {
      assertThat(branch.apply(sample)).isEqualTo(sample.getClass());
    }
  }

  private static Stream<Class<?>> kinds(Class<?> family) {
    return family.isSealed()
        ? Stream.of(family.getPermittedSubclasses()).flatMap(Folds::kinds)
        : Stream.of(family);
  }
}
