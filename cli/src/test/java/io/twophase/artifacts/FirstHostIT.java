package io.twophase.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The artifacts are installed into an empty local repository, and a host outside of this tree is
 * built from the README's own lines. It fetches all that the build needs, so it is a profile.
 */
@EnabledIfSystemProperty(
    named = "twophase.artifacts",
    matches = "true",
    disabledReason = "it fetches everything anew: ./mvnw verify -P artifacts runs it")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "starts ./mvnw")
class FirstHostIT {

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));

  /** What is not of the tree: what is built, and what is under version control besides. */
  private static final Set<String> NOT_COPIED = Set.of("target", ".git", "twophase-data");

  /** All that a plain host gets. */
  private static final List<String> LIBRARIES =
      List.of(
          "io.twophase:twophase-adapter-inmemory",
          "io.twophase:twophase-app",
          "io.twophase:twophase-domain",
          "io.twophase:twophase-ports",
          "io.vavr:vavr",
          "io.vavr:vavr-match",
          "org.jspecify:jspecify",
          "org.slf4j:slf4j-api");

  @TempDir Path folder;

  @Test
  void isBuiltFromTheReadmesLines() throws Exception {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    copy(ROOT, tree);
    maven(tree, "install", "-DskipTests");

    Path host = Files.createDirectory(folder.resolve("host"));
    writeHost(host, Files.readString(ROOT.resolve("README.md")));
    maven(host, "compile");
    assertThat(maven(host, "exec:java", "-Dexec.mainClass=Host"))
        .contains("Applied[id=", "finished=true")
        .contains("balance=110000");
    maven(host, "dependency:list", "-DoutputFile=libraries.txt", "-DincludeScope=runtime");
    assertThat(libraries(host.resolve("libraries.txt"))).containsExactlyElementsOf(LIBRARIES);
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
        import io.twophase.adapter.inmemory.InMemoryStore;
        import io.twophase.app.TwoPhase;
        import java.time.Clock;

        public class Host {
          public static void main(String[] arguments) {
        %s
          }
        }
        """
            .formatted(block(readme, "java", "InMemoryStore")));
  }

  private static String block(String readme, String language, String beginning) {
    Matcher block =
        Pattern.compile("```" + language + "\n(" + beginning + ".*?)```", Pattern.DOTALL)
            .matcher(readme);
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

  private String maven(Path in, String... goals) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                folder.resolve("tree").resolve("mvnw").toString(),
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + folder.resolve("repository")));
    command.addAll(List.of(goals));
    Path log = in.resolve("maven.log");
    Process process =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int exit = process.waitFor();
    String said = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(exit).as(said).isZero();
    return said;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes)
              throws IOException {
            if (NOT_COPIED.contains(at.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(at)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path at, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(at, to.resolve(from.relativize(at)));
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
