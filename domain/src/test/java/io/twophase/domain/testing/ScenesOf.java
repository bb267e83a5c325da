package io.twophase.domain.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** A test that plays each scene of some pages, which are beside the class that declares it. */
@ParameterizedTest
@ArgumentsSource(ScenesOf.Pages.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ScenesOf {

  /** The names of the pages. */
  String[] value();

  /** Reads the pages of a test. */
  final class Pages implements ArgumentsProvider {
    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      var test = context.getRequiredTestMethod();
      return Stream.of(test.getAnnotation(ScenesOf.class).value())
          .flatMap(page -> Scenes.of(test.getDeclaringClass(), page))
          .map(Arguments::of);
    }
  }
}
