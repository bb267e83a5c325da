package io.twophase.console.testing;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.period;
import static io.twophase.console.testing.Bank.usd;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.transaction.Labels;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A transaction in words, {@code id: A>B 3.00 + change orders#7 status="Paid" + note for shoes},
 * with documents as {@link DocumentWords} has them.
 */
final class TransactionWords {

  private TransactionWords() {}

  /** The request of words. */
  static TransactionRequest request(String words) {
    String[] sides = words.split(": ", 2);
    TransactionRequest request = TwoPhase.transaction(sides[0]);
    for (String operation : sides[1].split(" \\+ ", -1)) {
      request = with(request, operation.split(" ", 2)[0], operation.split(" ", 2)[1]);
    }
    return request;
  }

  private static TransactionRequest with(TransactionRequest request, String verb, String rest) {
    String[] words = rest.split(" ", 2);
    String more = words.length == 2 ? words[1] : "";
    return switch (verb) {
      case "note" -> request.noted(rest);
      case "reference" -> request.labelled(new Labels(Optional.of(rest), Map.of()));
      case "labels" ->
          request.labelled(
              new Labels(
                  Optional.of(words[0]),
                  Stream.of(more.split(" ", -1))
                      .map(entry -> entry.split("=", 2))
                      .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]))));
      case "period" -> request.inPeriod(period(rest));
      case "add" -> {
        String[] sum = more.split(" ", -1);
        yield request.add(
            DocumentWords.document(words[0]),
            sum[0],
            Long.parseLong(sum[1]),
            Long.parseLong(sum[2]),
            Long.parseLong(sum[3]));
      }
      case "absent", "remove", "check", "change", "insert" ->
          request.with(DocumentWords.operation(DocumentWords.document(words[0]), verb, more));
      default -> {
        String[] sides = verb.split(">", 2);
        yield request.debit(account(sides[0]), usd(rest)).credit(account(sides[1]), usd(rest));
      }
    };
  }
}
