package io.twophase.cli.imports;

import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Session;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.file.InputFile;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.record.OpenOutcome;
import io.vavr.control.Option;
import java.util.List;
import java.util.Map;

/** Opens the accounts of a file. */
final class AccountImport {

  private final ImportWork work;
  private final BadRows bad;
  private int worst = ExitCode.DONE;

  AccountImport(CommandContext context, ImportWork work) {
    this.work = work;
    this.bad = new BadRows(new Notes(context, "more such accounts follow"));
  }

  /** The rows that opened nothing, for machines. */
  Map<String, Object> json() {
    return bad.json();
  }

  /** Whether every row opened an account, or found it open as it says. */
  boolean isWhole() {
    return worst == ExitCode.DONE;
  }

  /** Opens them, and answers the exit code that the worst row has. */
  int run(Session session, InputFile input) {
    new AccountRows(work)
        .read(
            input,
            work.stop(),
            fault -> reject(input, fault, ExitCode.BAD_INPUT),
            (lines, openings) -> {
              open(session, input, lines, openings);
              work.progress().step(openings.size());
            });
    return worst;
  }

  private void open(Session session, InputFile input, List<Long> lines, List<Opening> openings) {
    List<OpenOutcome> outcomes = session.twoPhase().accounts().open(openings);
    for (int at = 0; at < outcomes.size(); at++) {
      long line = lines.get(at);
      AccountId id = openings.get(at).id();
      Option<OpeningRefusal> refusal =
          outcomes
              .get(at)
              .fold(
                  opened -> Option.none(),
                  alreadyOpen -> Option.none(),
                  refused -> Option.some(refused.reason()),
                  inDoubt -> {
                    throw CommandFailure.unknown(
                        input
                            + ", line "
                            + line
                            + ": no answer whether account "
                            + id
                            + " is open; to resolve it: the same import again");
                  });
      refusal.forEach(no -> reject(input, BadRow.of(line, no), ExitCode.REFUSED));
    }
  }

  private void reject(InputFile input, BadRow fault, int exitCode) {
    bad.add(fault, input + ", line " + fault.line() + ": " + fault.message());
    worst = ExitCode.first(worst, exitCode);
  }
}
