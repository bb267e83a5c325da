package io.twophase.micrometer;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a host may leave out is seen by one class, which nothing else sees. */
class OptionalLibrariesTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.twophase.micrometer");

  private static ArchRule isAlone(Class<?> room, String library) {
    return noClasses()
        .that()
        .doNotBelongToAnyOf(room)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .orShould()
        .dependOnClassesThat(belongToAnyOf(room));
  }

  @ParameterizedTest
  @CsvSource({
    "io.twophase.micrometer.BatchSpans, io.micrometer.tracing..",
    "io.twophase.micrometer.CallerContexts, io.micrometer.context.."
  })
  void whatIsOptionalIsSeenByOneClass(Class<?> room, String library) {
    JavaClass seen = CLASSES.get(room);

    assertThat(seen.getDirectDependenciesFromSelf())
        .anyMatch(
            one -> one.getTargetClass().getPackageName().startsWith(library.replace("..", "")));
    isAlone(room, library).check(CLASSES);
  }
}
