package io.twophase.cli.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with the terms of an authorization is one line. */
class TermsOptionsTest {

  @ParameterizedTest
  @CsvSource({
    "--approvals 1, '--approvals 1 of 0 named: at least 1, and at most as many as --approver"
        + " names'",
    "--approver Ann --approvals 2, '--approvals 2 of 1 named: at least 1, and at most as many as"
        + " --approver names'",
    "--approver Ann --approver Ann, --approver 'Ann' is named twice",
    "--expires 0s, '--expires needs whole milliseconds, at least 0.001s'",
    "--expires 0.0001s, '--expires needs whole milliseconds, at least 0.001s'",
    "--expires soon, 'Invalid value for option ''--expires'': ''soon'' is not a duration such as"
        + " 30m, 10s, 0.5s or 90d; see twophase authorize --help'"
  })
  void termsThatAreNoneAreBadInput(String options, String message) {
    List<String> words = new ArrayList<>(List.of("authorize", "A", "B", "1", "--id", "t"));
    words.addAll(List.of(options.split(" ")));

    CommandRun ran = CommandRun.on("memory:", words.toArray(String[]::new));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.complaints()).containsExactly("twophase: " + message);
  }

  @Test
  void moreApproversThanARuleTakesAreBadInput() {
    List<String> words = new ArrayList<>(List.of("authorize", "A", "B", "1"));
    for (int at = 0; at <= 100; at++) {
      words.addAll(List.of("--approver", "n" + at));
    }

    assertThat(CommandRun.on("memory:", words.toArray(String[]::new)).complaints())
        .containsExactly("twophase: 101 approvers are named; 100 at most");
  }
}
