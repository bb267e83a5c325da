package io.twophase.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.twophase.test.host.HostRules;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each optional library is seen by a few classes only, which nothing else sees. */
class StarterRulesTest {

  private static final String STARTER = "io.twophase.spring";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(STARTER);

  /** The classes, with those nested in them, that see what a host may leave out. */
  @SuppressWarnings("ImmutableEnumChecker") // nobody changes the arrays
  private enum Room {
    ACTUATE(
        List.of(
            TwoPhaseActuatorAutoConfiguration.class,
            TwoPhaseEndpoint.class,
            TwoPhaseHealthIndicator.class),
        "org.springframework.boot.actuate..",
        "org.springframework.boot.health.."),
    CONSOLE(
        List.of(TwoPhaseConsoleAutoConfiguration.class),
        "io.twophase.console..",
        "jakarta.servlet..",
        "org.springframework.boot.webmvc..",
        "org.springframework.http..",
        "org.springframework.security..",
        "org.springframework.web.."),
    DATA(
        List.of(TwoPhaseDataAutoConfiguration.class),
        "org.springframework.boot.data..",
        "org.springframework.data.."),
    METRICS(
        List.of(TwoPhaseMetricsAutoConfiguration.class),
        "io.micrometer..",
        "io.twophase.micrometer..");

    private final Class<?>[] classes;
    private final String[] libraries;

    Room(List<Class<?>> classes, String... libraries) {
      this.classes = classes.toArray(Class<?>[]::new);
      this.libraries = libraries;
    }

    /** That nothing else below {@code root} sees the libraries, or the classes. */
    private ArchRule isAlone(String root) {
      return noClasses()
          .that()
          .resideInAPackage(root + "..")
          .and()
          .doNotBelongToAnyOf(classes)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(libraries)
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(classes);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsOptionalIsSeenByOneRoom(Room room) {
    assertThat(CLASSES).contains(CLASSES.get(room.classes[0]));
    room.isAlone(STARTER).check(CLASSES);
  }

  /** Any class of a host calls it, and not only those that wire. */
  @Test
  void theTemplateIsOfTheFrontDoor() {
    assertThat(HostRules.frontDoor()).accepts(CLASSES.get(TwoPhaseTemplate.class));
    assertThat(HostRules.frontDoor()).rejects(CLASSES.get(RecoveryLifecycle.class));
  }

  @Test
  void aPlantedClassBreaksTheRule() {
    JavaClasses planted = new ClassFileImporter().importPackages("io.twophase.planted");

    assertThat(Room.ACTUATE.isAlone("io.twophase.planted").evaluate(planted).hasViolation())
        .isTrue();
  }
}
