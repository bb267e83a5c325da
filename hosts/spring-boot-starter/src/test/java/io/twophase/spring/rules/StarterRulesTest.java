package io.twophase.spring.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each optional library is seen by one package only, which nothing else sees. */
class StarterRulesTest {

  private static final String STARTER = "io.twophase.spring";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(STARTER);

  /** The packages below the root that see what a host may leave out. */
  private enum Room {
    ACTUATE("org.springframework.boot.actuate..", "org.springframework.boot.health.."),
    CONSOLE(
        "io.twophase.console..",
        "jakarta.servlet..",
        "org.springframework.boot.webmvc..",
        "org.springframework.http..",
        "org.springframework.security..",
        "org.springframework.web.."),
    DATA("org.springframework.boot.data..", "org.springframework.data.."),
    METRICS("io.micrometer..", "io.twophase.micrometer..");

    private final String[] libraries;

    Room(String... libraries) {
      this.libraries = libraries;
    }

    private String below(String root) {
      return root + "." + name().toLowerCase(Locale.ROOT);
    }

    /** That nothing else below {@code root} sees the libraries, or the package. */
    private ArchRule isAlone(String root) {
      String room = below(root);
      return noClasses()
          .that()
          .resideInAPackage(root + "..")
          .and()
          .resideOutsideOfPackage(room)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(libraries)
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage(room);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsOptionalIsSeenByOnePackage(Room room) {
    assertThat(CLASSES.containPackage(room.below(STARTER))).isTrue();
    room.isAlone(STARTER).check(CLASSES);
  }

  @Test
  void aPlantedClassBreaksTheRule() {
    JavaClasses planted = new ClassFileImporter().importPackages("io.twophase.planted");

    assertThat(Room.ACTUATE.isAlone("io.twophase.planted").evaluate(planted).hasViolation())
        .isTrue();
  }
}
