package io.twophase.artifacts;

import static java.util.regex.Pattern.DOTALL;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The artifacts are installed into an empty local repository. A host outside of this tree is built
 * from the README's own lines, and the samples are, and are killed. It fetches all that the build
 * needs, so it is a profile.
 */
@EnabledIfSystemProperty(
    named = "twophase.artifacts",
    matches = "true",
    disabledReason = "it fetches everything anew: ./mvnw verify -P artifacts runs it")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "starts ./mvnw")
class InstalledArtifactsIT {

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));

  private static final Path SAMPLES = Path.of("hosts", "samples");

  /** The version as which a copy of what is there is installed, to be compared with. */
  private static final String RELEASED = "0.1.0-released";

  /** All that a plain host gets. */
  private static final List<String> LIBRARIES =
      List.of(
          ("io.twophase:twophase-adapter-inmemory io.twophase:twophase-app"
                  + " io.twophase:twophase-domain io.twophase:twophase-ports"
                  + " io.vavr:vavr io.vavr:vavr-match org.jspecify:jspecify org.slf4j:slf4j-api")
              .split(" "));

  @TempDir private static Path folder;
  private static EmptyRepository repository;

  @BeforeAll
  static void install() throws Exception {
    repository = EmptyRepository.installed(ROOT, folder);
  }

  @Test
  void isBuiltFromTheReadmesLines() throws Exception {
    Path host = Files.createDirectory(folder.resolve("host"));
    writeHost(host, Files.readString(ROOT.resolve("README.md")));
    repository.maven(host, "compile");
    assertThat(repository.maven(host, "exec:java", "-Dexec.mainClass=Host"))
        .contains("Applied[id=", "finished=true")
        .contains("balance=110000");
    repository.maven(
        host, "dependency:list", "-DoutputFile=libraries.txt", "-DincludeScope=runtime");
    assertThat(libraries(host.resolve("libraries.txt"))).containsExactlyElementsOf(LIBRARIES);
  }

  /** Away from the tree, nothing but the installed artifacts can be what they are built with. */
  @Test
  void theSamplesAreBuiltAndKilledOutsideOfTheTree() throws Exception {
    Path outside = folder.resolve("outside");
    Path samples = outside.resolve(SAMPLES);
    Files.createDirectories(samples.getParent());
    EmptyRepository.copy(ROOT.resolve(SAMPLES), samples);
    // the options of the JVM that the compiler runs in
    EmptyRepository.copy(ROOT.resolve(".mvn"), outside.resolve(".mvn"));
    Path pom = samples.resolve("pom.xml");
    String parent = "<relativePath>../../pom.xml</relativePath>";
    assertThat(pom).content().contains(parent);
    Files.writeString(pom, Files.readString(pom).replace(parent, "<relativePath/>"));

    String said = repository.maven(samples, "verify", "-Dspotless.check.skip=true");

    assertThat(said).contains("io.twophase.sample.OrdersKilledIT").contains("BUILD SUCCESS");
  }

  /** What a release had, the next one has too: else the check of what hosts call says so. */
  @Test
  void whatHostsCallStaysAsItWasReleased() throws Exception {
    Path tree = repository.tree();
    repository.maven(
        tree,
        "install:install-file",
        "-Dfile=" + jar(tree.resolve(Path.of("domain", "target"))),
        "-DgroupId=io.twophase",
        "-DartifactId=twophase-domain",
        "-Dversion=" + RELEASED,
        "-Dpackaging=jar");
    String[] check = {
      "verify",
      "-pl",
      "domain",
      "-Dmaven.test.skip=true",
      "-Djapicmp.skip=false",
      "-Dtwophase.released=" + RELEASED
    };
    assertThat(repository.maven(tree, check)).contains("japicmp");

    Path opening = tree.resolve("domain/src/main/java/io/twophase/domain/account/Opening.java");
    String was = "public long overdraft()";
    assertThat(opening).content().contains(was);
    Files.writeString(opening, Files.readString(opening).replace(was, "long overdraft()"));

    assertThat(repository.failing(tree, check))
        .contains("japicmp", "binary incompatible changes found");
  }

  private static Path jar(Path target) throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(
              file ->
                  file.getFileName().toString().matches("twophase-domain-[^-]+(-SNAPSHOT)?.jar"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void writeHost(Path host, String readme) throws IOException {
    Path sources = Files.createDirectories(host.resolve(Path.of("src", "main", "java")));
    Files.writeString(
        host.resolve("pom.xml"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>example</groupId>
          <artifactId>host</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <dependencies>
        %s
          </dependencies>
        </project>
        """
            .formatted(block(readme, "xml", "<dependency>")));
    Files.writeString(
        sources.resolve("Host.java"),
        """
        import static io.twophase.TwoPhase.*;

        public class Host {
          public static void main(String[] arguments) {
        %s
          }
        }
        """
            .formatted(block(readme, "java", "try \\(var")));
  }

  private static String block(String readme, String language, String beginning) {
    Matcher block =
        Pattern.compile("```" + language + "\n(" + beginning + ".*?)```", DOTALL).matcher(readme);
    assertThat(block.find()).as("a block of %s that begins with %s", language, beginning).isTrue();
    return block.group(1);
  }

  private static List<String> libraries(Path list) throws IOException {
    Pattern line = Pattern.compile("\\s+([\\w.-]+:[\\w.-]+):jar:.*");
    return Files.readAllLines(list).stream()
        .map(line::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .sorted()
        .toList();
  }
}
