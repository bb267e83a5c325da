package io.twophase.cli.run;

import io.twophase.app.transfer.Order;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.PeriodOption;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the transactions of a file. */
@Command(
    name = "run",
    description =
        "Run transactions over any accounts and documents, each wholly or not at all."
            + " The same again applies nothing twice.",
    footer = {
      "",
      "FILE has one as a JSON object, or many, each on a line of its own:",
      "",
      "  { \"id\": \"pay-7\", \"reference\": \"invoice 7\", \"operations\": [",
      "    { \"debit\": \"ann\", \"amount\": \"20.00\" },",
      "    { \"credit\": \"shop\", \"amount\": \"20.00\" },",
      "    { \"change\": \"orders\", \"id\": \"o7\", \"where\": { \"status\": \"UnPaid\" },",
      "      \"update\": { \"$set\": { \"status\": \"Paid\" } } },",
      "    { \"insert\": \"payments\", \"document\": { \"_id\": \"p7\", \"order\": \"o7\" } },",
      "    { \"remove\": \"carts\", \"id\": \"c7\" },",
      "    { \"check\": \"periods\", \"id\": \"2026-11\", \"where\": { \"open\": true } },",
      "    { \"absent\": \"blocks\", \"id\": \"ann\" },",
      "    { \"add\": \"stock\", \"id\": \"s1\", \"field\": \"quantity\", \"amount\": -2,"
          + " \"floor\": 0 } ] }",
      "",
      "Values are MongoDB's Extended JSON. Without an id, the id is <file name>:<line>.",
      "A where takes a value, or $eq, $in, $exists, $gte, $lte, or $unchanged for a whole document.",
      "An update takes $set, $unset, $inc, $push, $pull. With \"atMost\": true, a debit takes",
      "the available amount, if that is less; one credit of the same amount follows.",
      "If the store does not answer, then the run ends with 4, and the same run again goes on."
    })
public final class RunCommand extends SessionCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "the transactions (-: standard input)")
  Path file = Path.of("");

  @Option(
      names = "--order",
      paramLabel = "file|any",
      defaultValue = "file",
      description = "file: the results of running them one after the other; any: faster")
  String order = "file";

  @Mixin PeriodOption period = new PeriodOption();

  @Override
  @SuppressWarnings("try") // progress is closed before the answer is written, and again: idempotent
  public Integer call() {
    Order meaning = Arguments.order(order);
    try (InputFile input = InputFile.of(file);
        Progress progress = Progress.of("run", !context().isJson())) {
      RequestFile requests = RequestFile.of(input);
      // all of it is read before anything is changed: what is broken about it shows first
      RequestFile.Survey survey = requests.survey();
      RunAnswers answers = new RunAnswers(context(), survey.transactions());
      try (Interruption interruption =
          Interruption.of(context(), () -> interrupted(survey.transactions(), answers))) {
        return context()
            .inStore(
                session -> {
                  AccountCurrencies currencies =
                      new AccountCurrencies(session.twoPhase().accounts()).learn(survey.accounts());
                  requests.check(currencies);
                  answers.lookUpBy(session.twoPhase().transactions()::find);
                  progress.phase("transactions", survey.transactions());
                  run(
                      session,
                      requests.requests(currencies),
                      meaning,
                      answers,
                      progress,
                      interruption);
                  context().answer(answers::json, answers::text);
                  return interruption.isAsked()
                      ? ExitCode.UNKNOWN
                      : exitCode(session, survey.transactions(), answers);
                });
      }
    }
  }

  private void run(
      Session session,
      RequestFile.Requests requests,
      Order order,
      RunAnswers answers,
      Progress progress,
      Interruption interruption) {
    try (requests) {
      InFlight inFlight =
          new InFlight(
              session.twoPhase().transfers(),
              order,
              answer -> {
                answers.add(answer);
                progress.step(1);
              });
      boolean goesOn = true;
      while (goesOn && !interruption.isAsked() && requests.hasNext()) {
        goesOn = inFlight.submit(period.posting(requests.next()));
      }
      inFlight.drain();
    }
    // before the answer is written, or the bar would be in its midst
    progress.close();
  }

  /** The exit code, with a line for what is left to do. */
  private int exitCode(Session session, long total, RunAnswers answers) {
    answers
        .firstUnknown()
        .ifPresent(
            id ->
                context().note(context().remedy(session, id, "to resolve it: the same run again")));
    if (answers.unfinished() > 0) {
      context()
          .note(
              Lines.count(answers.unfinished(), "transaction")
                  + " decided and not finished, since the store gave no certain answer in time; to"
                  + " finish what was decided: the same run again");
    }
    if (answers.answered() < total) {
      context()
          .note(
              Lines.count(total - answers.answered(), "transaction")
                  + " after that not asked; to go on: the same run again");
    }
    return answers.exitCode();
  }

  private static String interrupted(long total, RunAnswers answers) {
    return "interrupted: "
        + answers.answered()
        + " of "
        + Lines.count(total, "transaction")
        + " have their answer, which stays; to go on with the others: the same run again";
  }
}
