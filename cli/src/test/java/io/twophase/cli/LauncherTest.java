package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code ./twophase}, with a Maven and a JVM that only say what they are asked to do.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

  @TempDir Path folder;
  private Path project;
  private Path jar;
  private Path archive;
  private Path source;
  private final Map<String, String> environment = new HashMap<>();

  private record Answer(int exitCode, String out, List<String> err) {}

  @BeforeEach
  void copyTheScript() throws IOException {
    Path root = Path.of(System.getProperty("twophase.root", ".")).toAbsolutePath();
    assumeTrue(Files.isRegularFile(root.resolve("twophase")), "the script is not at " + root);
    project = Files.createDirectory(folder.resolve("project"));
    jar = project.resolve("cli/target/twophase.jar");
    archive = project.resolve("cli/target/twophase.jsa");
    source = project.resolve("cli/src/main/Some.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "");
    Files.writeString(project.resolve("pom.xml"), "");
    Files.copy(root.resolve("twophase"), project.resolve("twophase"));
    executable(
        project.resolve("mvnw"),
        "echo \"maven $*\" >> asked",
        "echo '[INFO] Building Twophase: domain 0.1.0-SNAPSHOT               [2/6]'",
        "echo '[INFO] Building jar: /x/y.jar'",
        "echo '[INFO] Downloading from central: https://repo/z/z-1.jar'",
        "[ ! -e broken ] || { echo 'no such symbol'; exit 1; }",
        "mkdir -p cli/target && echo jar > cli/target/twophase.jar");
    executable(
        folder.resolve("jdk/bin/java"),
        "case \"$*\" in *-XX:ArchiveClassesAtExit=*)",
        "  for word; do case $word in -XX:ArchiveClassesAtExit=*)",
        "    echo archive > \"${word#*=}\";; esac; done; exit;;",
        "esac",
        "echo \"java $*\"");
    makeExecutable(project.resolve("twophase"));
  }

  @Test
  void theFirstCommandBuildsWithoutTestsAndSaysWhatItIsAt() throws Exception {
    Answer first = run("account", "show", "A b");

    assertThat(Files.readString(project.resolve("asked")))
        .isEqualTo(
            "maven -B package -P launcher -pl"
                + " domain,ports,adapter-inmemory,adapter-mongo,embedded,app,bench,hosts/console,cli\n");
    assertThat(first.exitCode()).isZero();
    assertThat(first.err())
        .containsExactly(
            "twophase: building the jar (the first time, libraries are fetched) ...",
            "twophase: building 2/6  Twophase: domain",
            "twophase: fetching z-1.jar",
            "twophase: preparing quick starts ...");
    assertThat(first.out()).endsWith("io.twophase.cli.Cli account show A b\n");
  }

  @Test
  void theNextOneOnlyRuns() throws Exception {
    run("--version");
    Answer next = run("--version");

    assertThat(next.err()).isEmpty();
    assertThat(next.out())
        .contains("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "TieredStopAtLevel=1");
    assertThat(Files.readString(project.resolve("asked")).lines()).hasSize(1);
  }

  @Test
  void aChangedSourceIsBuiltAndItsArchiveMadeAnew() throws Exception {
    run("--version");
    makeOlder(jar);
    Files.writeString(source, "changed");
    Answer next = run("--version");

    assertThat(Files.readString(project.resolve("asked")).lines()).hasSize(2);
    assertThat(next.err()).contains("twophase: preparing quick starts ...");
  }

  @Test
  void anArchiveOfAnotherJarIsMadeAnewAndOneThatCannotBeMadeIsDoneWithout() throws Exception {
    run("--version");
    makeOlder(archive);
    assertThat(run("--version").err()).containsExactly("twophase: preparing quick starts ...");

    makeOlder(archive);
    executable(
        folder.resolve("jdk/bin/java"),
        "case \"$*\" in *ArchiveClassesAtExit*) exit 1;; esac; echo \"java $*\"");
    Answer without = run("--version");
    assertThat(without.exitCode()).isZero();
    assertThat(without.out()).doesNotContain("SharedArchiveFile");
    assertThat(run("--version").err()).isEmpty();
  }

  @Test
  void aCommandThatTakesLongHasBothCompilers() throws Exception {
    run("--version");

    assertThat(run("--store", "memory:", "import", "--transfers", "x").out())
        .doesNotContain("TieredStopAtLevel");
  }

  @Test
  void aBuildThatFailsIsShown() throws Exception {
    Files.writeString(project.resolve("broken"), "");

    Answer failed = run("--version");

    assertThat(failed.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err())
        .contains("no such symbol")
        .last()
        .asString()
        .startsWith("twophase: the build failed");
  }

  @Test
  void optionsThatAJvmWouldPrintReachItByADescriptor() throws Exception {
    environment.put("JAVA_TOOL_OPTIONS", "-Dpassword=s3cret \"-Dy=a b\"");
    environment.put("JDK_JAVA_OPTIONS", "-Dother=s3cret");
    executable(
        folder.resolve("jdk/bin/java"),
        "echo \"java $*, and in the environment: $JAVA_TOOL_OPTIONS$JDK_JAVA_OPTIONS\"",
        "for word; do case $word in @*) cat \"${word#@}\";; esac; done");

    String ran = run("--version").out();

    assertThat(ran.lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).doesNotContain("s3cret").endsWith("in the environment: "),
            line -> assertThat(line).isEqualTo("-Dpassword=s3cret \"-Dy=a b\" -Dother=s3cret"));
  }

  @Test
  void ourOwnOptionsComeAfterTheLaunchersAndMayNameAFile() throws Exception {
    environment.put("TWOPHASE_JAVA_OPTS", "-Xmx1g @/home/ann/options");

    assertThat(run("--version").out())
        .containsPattern("UseSerialGC -Xmx1g @/home/ann/options .*-cp ");
  }

  @Test
  void whatAJvmSaysOfItsOptionsStaysOutOfTheBuildsLog() throws Exception {
    Files.writeString(project.resolve("broken"), "");
    executable(
        project.resolve("mvnw"),
        "echo 'Picked up JAVA_TOOL_OPTIONS: -Dpassword=s3cret' >&2",
        "echo 'no such symbol'; exit 1");

    Answer failed = run("--version");

    assertThat(failed.err()).contains("no such symbol");
    assertThat(String.join("\n", failed.err())).doesNotContain("s3cret");
    assertThat(project.resolve("cli/target/twophase-build.log")).hasContent("no such symbol");
  }

  /** A JVM that runs has the archive mapped: truncated, that would end it with SIGBUS. */
  @Test
  void anArchiveThatIsInUseIsReplacedAndNotWrittenTo() throws Exception {
    run("--version");
    Path inUse = Files.createLink(folder.resolve("in-use"), archive);
    makeOlder(archive);

    assertThat(run("--version").err()).containsExactly("twophase: preparing quick starts ...");

    assertThat(inUse).hasContent("archive");
    assertThat(Files.isSameFile(inUse, archive)).isFalse();
  }

  /** The JVM makes an archive that nobody may write. */
  @Test
  void anArchiveThatIsReadOnlyIsMadeAnewByAUserWithoutPrivileges() throws Exception {
    run("--version");
    makeOlder(archive);
    permit("rwxrwxrwx");
    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("r--r--r--"));

    Answer next = runUnprivileged("--version");

    assertThat(next.err()).containsExactly("twophase: preparing quick starts ...");
    assertThat(next.exitCode()).isZero();
    assertThat(next.out()).contains("-XX:SharedArchiveFile=" + archive);
    assertThat(runUnprivileged("--version").err()).isEmpty();
  }

  @Test
  void whoMayNotWriteTheCheckoutRunsTheJarAsItIs() throws Exception {
    run("--version");
    makeOlder(archive);
    permit("r-xr-xr-x");
    try {
      Answer next = runUnprivileged("--version");

      assertThat(next.err()).isEmpty();
      assertThat(next.exitCode()).isZero();
      assertThat(next.out()).endsWith("io.twophase.cli.Cli --version\n");
    } finally {
      permit("rwxrwxrwx");
    }
  }

  /** Gives every file of the project these permissions, and lets everybody come to it. */
  private void permit(String permissions) throws IOException {
    makeExecutable(folder);
    List<Path> all;
    try (Stream<Path> files = Files.walk(project)) {
      all = files.toList();
    }
    for (Path file : all) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
  }

  /** As this user, or as nobody where this is root, whom no permission stops. */
  private Answer runUnprivileged(String... arguments) throws Exception {
    if (!"root".equals(System.getProperty("user.name"))) {
      return run(arguments);
    }
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/setpriv")),
        "root has no setpriv to run the script as nobody");
    return runAfter(
        List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"), arguments);
  }

  private Answer run(String... arguments) throws Exception {
    return runAfter(List.of(), arguments);
  }

  private Answer runAfter(List<String> prefix, String... arguments) throws Exception {
    List<String> words = new ArrayList<>(prefix);
    words.add(project.resolve("twophase").toString());
    words.addAll(List.of(arguments));
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(folder.toFile()).redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Answer(process.exitValue(), out, Files.readAllLines(err));
  }

  private static void makeOlder(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
  }

  private static void executable(Path file, String... lines) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    makeExecutable(file);
  }

  private static void makeExecutable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Nothing else is there in a fresh clone. */
  @Test
  void itBuildsAllThatTheCommandLineIsMadeOf() throws IOException {
    Path root = Path.of(System.getProperty("twophase.root", ".")).toAbsolutePath();
    Matcher modules =
        Pattern.compile("(?m)^modules=(.*)$").matcher(Files.readString(root.resolve("twophase")));
    assertThat(modules.find()).isTrue();
    Set<String> built = Set.of(modules.group(1).split(","));

    for (String module : built) {
      assertThat(dependencies(root.resolve(module).resolve("pom.xml")))
          .as(module)
          .allMatch(needed -> built.contains(needed) || built.contains("hosts/" + needed));
    }
  }

  /** The modules of Twophase that a module needs to be compiled. */
  private static List<String> dependencies(Path pom) throws IOException {
    return Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL)
        .matcher(Files.readString(pom))
        .results()
        .map(match -> match.group(1))
        .filter(one -> one.contains("<groupId>io.twophase<") && !one.contains("<scope>test<"))
        .map(one -> one.replaceAll("(?s).*<artifactId>twophase-([^<]+)<.*", "$1"))
        .toList();
  }
}
