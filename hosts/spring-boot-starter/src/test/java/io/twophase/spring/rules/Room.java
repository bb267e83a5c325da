package io.twophase.spring.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/**
 * The packages of the starter, and what each may depend on: allow-lists. What is optional in the
 * pom is seen in one room only, so that a host can leave it out.
 *
 * @param name of the package, below the root
 * @param rooms others that it may depend on
 * @param libraries packages of Twophase and of others that it may depend on
 */
record Room(String name, List<String> rooms, List<String> libraries) {

  static final Room WIRING =
      new Room(
          "",
          List.of(".failure", ".recovery"),
          List.of(
              "io.twophase",
              "io.twophase.app.engine",
              "io.twophase.app.function",
              "io.twophase.app.recovery",
              "io.twophase.adapter.mongo",
              "io.twophase.domain",
              "io.twophase.domain.reading",
              "io.twophase.domain.transaction",
              "io.twophase.ports",
              "com.mongodb..",
              "org.bson..",
              "org.slf4j",
              "org.springframework.boot.mongodb..",
              "org.springframework.dao.."));

  static final Room FAILURE =
      new Room(
          ".failure",
          List.of(),
          List.of(
              "io.twophase.adapter.mongo",
              "io.twophase.ports",
              "org.springframework.boot.diagnostics"));

  static final Room RECOVERY =
      new Room(
          ".recovery",
          List.of(),
          List.of(
              "io.twophase",
              "io.twophase.app.recovery",
              "io.twophase.ports",
              "java.util.concurrent.atomic",
              "java.util.concurrent.locks",
              "org.slf4j"));

  static final Room ACTUATE =
      new Room(
          ".actuate",
          List.of("", ".recovery"),
          List.of(
              "io.twophase",
              "io.twophase.app.authorization",
              "io.twophase.domain.hold",
              "io.twophase.domain",
              "io.twophase.domain.record",
              "io.twophase.domain.record",
              "io.twophase.domain.transaction",
              "io.twophase.ports",
              "io.vavr.control",
              "org.springframework.boot.actuate..",
              "org.springframework.boot.health.."));

  static final Room CONSOLE =
      new Room(
          ".console",
          List.of(""),
          List.of(
              "io.twophase",
              "io.twophase.console",
              "io.twophase.console.http",
              "io.twophase.console.view",
              "io.twophase.ports",
              "jakarta.servlet..",
              "java.io",
              "java.net",
              "java.nio.charset",
              "java.security",
              "org.springframework.boot.webmvc.autoconfigure",
              "org.springframework.security.web.csrf",
              "org.springframework.http",
              "org.springframework.util",
              "org.springframework.web.."));

  static final Room DATA =
      new Room(
          ".data",
          List.of(""),
          List.of(
              "io.twophase",
              "io.twophase.adapter.mongo",
              "io.twophase.domain.document",
              "io.twophase.domain.value",
              "io.twophase.ports",
              "io.vavr.control",
              "org.bson..",
              "org.springframework.boot.data..",
              "org.springframework.data.."));

  static final Room METRICS =
      new Room(
          ".metrics",
          List.of(""),
          List.of(
              "io.twophase",
              "io.twophase.micrometer",
              "io.twophase.micrometer.context",
              "io.twophase.ports",
              "io.micrometer.core.instrument",
              "io.micrometer.observation"));

  /** What every room may use. */
  private static final List<String> PLAIN =
      List.of(
          "java.lang..",
          "java.time",
          "java.util",
          "java.util.function",
          "java.util.stream",
          "org.jspecify.annotations",
          "org.springframework.beans.factory..",
          "org.springframework.boot.autoconfigure",
          "org.springframework.boot.autoconfigure.condition",
          "org.springframework.boot.context.properties..",
          "org.springframework.context..",
          "org.springframework.core..");

  static List<Room> all() {
    return List.of(WIRING, FAILURE, RECOVERY, ACTUATE, CONSOLE, DATA, METRICS);
  }

  /** That this room, below {@code root}, keeps to its allow-list. */
  ArchRule keepsToItsAllowList(String root) {
    String[] allowed =
        Stream.of(
                Stream.of(root + name),
                rooms.stream().map(root::concat),
                libraries.stream(),
                PLAIN.stream())
            .flatMap(names -> names)
            .toArray(String[]::new);
    DescribedPredicate<JavaClass> arrays =
        DescribedPredicate.describe(
            "arrays of primitives", type -> type.getPackageName().isEmpty());
    return classes()
        .that(resideInAPackage(root + name))
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(allowed).or(arrays));
  }

  /** That no class below {@code root} is in another package. */
  static ArchRule areAll(String root) {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should()
        .resideInAnyPackage(all().stream().map(room -> root + room.name).toArray(String[]::new));
  }
}
