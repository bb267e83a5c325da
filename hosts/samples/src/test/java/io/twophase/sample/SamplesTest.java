package io.twophase.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.twophase.test.host.HostRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The samples are what hosts copy: short, and by the front door. */
class SamplesTest {

  private static final Path SOURCES =
      Path.of(System.getProperty("twophase.root"), "hosts/samples/src/main/java");

  private static final JavaClasses SAMPLES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.twophase.sample");

  /** The statements and declarations of the class; the formatter breaks some into several lines. */
  private static List<String> wiring(Sample sample) throws IOException {
    Path file = SOURCES.resolve(sample.main.getName().replace('.', '/') + ".java");
    return Files.readString(file)
        .lines()
        .dropWhile(line -> !line.contains("class " + sample.main.getSimpleName()))
        .skip(1)
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("/**") && !line.startsWith("*"))
        .filter(line -> !line.startsWith("private " + sample.main.getSimpleName()))
        .filter(line -> line.endsWith(";") || line.endsWith("{") || line.startsWith("@"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void eachIsUnderTenLinesOfWiring(Sample sample) throws IOException {
    assertThat(wiring(sample)).hasSizeBetween(3, 9);
  }

  @Test
  void theyUseTwophaseByItsFrontDoor() {
    List<String> violations =
        HostRules.usesTheFrontDoor(
                List.of("io.twophase.sample.."),
                List.of(
                    "io.twophase.sample.plain",
                    "io.twophase.sample.guice",
                    "io.twophase.sample.spring"))
            .evaluate(SAMPLES)
            .getFailureReport()
            .getDetails();

    assertThat(violations)
        .as("they start a server, which hosts do in their tests only")
        .isNotEmpty()
        .allMatch(violation -> violation.contains("io.twophase.embedded.EmbeddedServer"));
  }
}
