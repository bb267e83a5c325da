package io.twophase.spring.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is optional stays optional; each rule is shown to bite on a planted class. */
class StarterRulesTest {

  private static final String STARTER = "io.twophase.spring";
  private static final String PLANTED = "io.twophase.planted";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(STARTER);

  private static final JavaClasses VIOLATORS = new ClassFileImporter().importPackages(PLANTED);

  static List<Room> rooms() {
    return Room.all();
  }

  static List<Arguments> violators() {
    return List.of(
        Arguments.of(Room.WIRING, "SeesTheActuator"),
        Arguments.of(Room.FAILURE, "SeesSpringData"),
        Arguments.of(Room.RECOVERY, "SeesTheEngine"),
        Arguments.of(Room.ACTUATE, "SeesTransactionsOfSpring"),
        Arguments.of(Room.DATA, "SeesHealth"),
        Arguments.of(Room.METRICS, "SeesTheDriver"));
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void eachRoomKeepsToItsAllowList(Room room) {
    room.keepsToItsAllowList(STARTER).check(CLASSES);
  }

  @Test
  void thereAreNoOtherRoom() {
    Room.areAll(STARTER).check(CLASSES);
  }

  @ParameterizedTest
  @MethodSource("violators")
  void whatIsPlantedBreaksTheRuleOfItsRoom(Room room, String violator) {
    assertThat(
            room.keepsToItsAllowList(PLANTED).evaluate(VIOLATORS).getFailureReport().getDetails())
        .isNotEmpty()
        .allMatch(detail -> detail.contains(violator));
  }

  @Test
  void aRoomThatNobodyKnowsIsFound() {
    assertThat(Room.areAll("io.twophase").evaluate(VIOLATORS).hasViolation()).isTrue();
  }

  @Test
  void theClassesAreThoseOfTheStarter() {
    assertThat(CLASSES.contain("io.twophase.spring.TwoPhaseAutoConfiguration")).isTrue();
    assertThat(CLASSES.contain(getClass().getName())).isFalse();
  }
}
