package io.twophase.micrometer.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rules, as Prometheus's own tool checks and tests them. */
@Timeout(60)
class PromtoolTest {

  /**
   * What a run ended with.
   *
   * @param exit its exit code
   * @param said what it printed
   */
  private record Run(int exit, String said) {}

  private static Run promtool(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = "promtool";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException missing) {
      return abort("skipped: there is no promtool here (Debian: apt-get install prometheus)");
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), said);
  }

  @Test
  void theRulesAreRules() throws Exception {
    Run run = promtool("check", "rules", Monitoring.RULES.toString());

    assertThat(run.exit()).as(run.said()).isZero();
  }

  @Test
  void eachAlertIsRaisedWhenItShouldAndNotBefore() throws Exception {
    Run run = promtool("test", "rules", Monitoring.RULES_TEST.toString());

    assertThat(run.exit()).as(run.said()).isZero();
  }

  @Test
  void anAlertThatComesTooLateIsFound(@TempDir Path folder) throws Exception {
    String late = Monitoring.text(Monitoring.RULES).replaceFirst("> 3600", "> 36000");
    Files.writeString(folder.resolve(Monitoring.RULES.getFileName()), late);
    Path tests = folder.resolve(Monitoring.RULES_TEST.getFileName());
    Files.copy(Monitoring.RULES_TEST, tests);

    assertThat(promtool("test", "rules", tests.toString()).exit()).isNotZero();
  }
}
