package io.twophase.cli;

import static java.util.stream.Collectors.joining;
import static java.util.stream.IntStream.rangeClosed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a command line or a store is one line and the right exit code. */
class CommandLineTest {

  @TempDir Path folder;

  @Test
  void anArgumentThatBeginsWithAtNamesNoFileOfArguments() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "root:x:0 s3cret");
    CommandRun.on("embedded:" + folder.resolve("data"), "account", "open", "A");

    CommandRun.on("embedded:" + folder.resolve("data"), "account", "show", "@" + secret)
        .failsWith(ExitCode.REFUSED)
        .isEqualTo("twophase: there is no account @" + secret);
  }

  @Test
  void noPasswordIsShown() {
    String uri = "mongodb://bob:s3cr%40t@127.0.0.1:1/?serverSelectionTimeoutMS=50";

    CommandRun ran = CommandRun.on(uri, "--verbose", "audit");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(ran.err()).doesNotContain("s3cr");
  }

  @Test
  void moreApproversThanARuleTakesAreBadInput() {
    String named = rangeClosed(0, 100).mapToObj(at -> " --approver n" + at).collect(joining());

    CommandRun.on("memory:", ("authorize A B 1" + named).split(" "))
        .failsWith(ExitCode.BAD_INPUT)
        .isEqualTo("twophase: 101 approvers are named; 100 at most");
  }

  @Test
  void aFolderThatCannotBeMadeIsSaidToBeThat() {
    assumeTrue(Files.isDirectory(Path.of("/proc")), "there is no /proc here");

    CommandRun.on("embedded:/proc/none", "account", "open", "A")
        .failsWith(ExitCode.STORE_REFUSED)
        .contains("/proc/none is not there, or cannot be made there");
    CommandRun.command("store", "restore", "backup.zip", "/proc/none/new")
        .failsWith(ExitCode.STORE_REFUSED)
        .contains("/proc/none is not there, or cannot be made there");
  }
}
