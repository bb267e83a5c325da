package io.twophase;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Account;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The certain answers, and the balances that they come to. */
final class CallersBooks {

  private final Map<Request, TransactionOutcome> certain = new HashMap<>();
  private final int accounts;
  private final long opened;

  CallersBooks(int accounts, long opened) {
    this.accounts = accounts;
    this.opened = opened;
  }

  void noteAll(Map<? extends Request, TransactionOutcome> answers) {
    answers.forEach(this::note);
  }

  void note(Request request, TransactionOutcome outcome) {
    if (outcome instanceof TransactionOutcome.Applied
        || outcome instanceof TransactionOutcome.Refused) {
      TransactionOutcome before = certain.put(request, outcome);
      assertThat(before == null || before.isApplied() == outcome.isApplied())
          .as("%s was answered %s, and then %s", request, before, outcome)
          .isTrue();
    }
  }

  void ask(TwoPhase host, Request request) {
    TransactionOutcome outcome = host.transfers().run(request, AnswerTime.WHEN_FINISHED);
    assertThat(outcome)
        .isInstanceOfAny(TransactionOutcome.Applied.class, TransactionOutcome.Refused.class);
    note(request, outcome);
  }

  void agreeWith(Store store) {
    Map<String, Long> expected = new HashMap<>();
    for (int n = 0; n < accounts; n++) {
      expected.put("a" + n, opened);
    }
    Map<TransactionId, Request> applied = new HashMap<>();
    certain.forEach(
        (request, outcome) -> {
          if (outcome instanceof TransactionOutcome.Applied happened) {
            Request other = applied.put(happened.id(), request);
            assertThat(other).as("applied under the id of %s", request).isNull();
            add(request, happened, expected);
          }
        });
    try (TwoPhase last = StormsOfCallersTest.host(store, Duration.ZERO)) {
      assertThat(last.audit().run().findings()).isEmpty();
      assertThat(counted(last))
          .isEqualTo(expected.getOrDefault(StormsOfCallersTest.COUNTER.toString(), 0L));
    }
    for (int n = 0; n < accounts; n++) {
      Account account = new DocumentWrites(store).read(accountId("a" + n));
      assertThat(account.balance().minor()).as("a" + n).isEqualTo(expected.get("a" + n));
      assertThat(account.holds()).as("holds of a" + n).isEmpty();
    }
  }

  /** How often the counter was counted up; it is not there where nobody counts. */
  private static long counted(TwoPhase host) {
    var answer =
        (ReadAnswer.Consistent) host.documents().read(List.of(StormsOfCallersTest.COUNTER));
    return answer
        .documents()
        .get(0)
        .fields()
        .map(fields -> fields.get("n").orElseThrow().wholeNumber().orElseThrow())
        .orElse(0L);
  }

  private static void add(
      Request request, TransactionOutcome.Applied applied, Map<String, Long> balances) {
    if (request instanceof TransferRequest transfer) {
      long moved = applied.moved().orElse(transfer.amount()).minor();
      balances.merge(transfer.source().value(), -moved, Long::sum);
      balances.merge(transfer.destination().value(), moved, Long::sum);
    } else if (request instanceof TransactionRequest transaction) {
      transaction
          .operations()
          .forEach(
              operation -> {
                if (operation instanceof Debit debit) {
                  balances.merge(debit.account().value(), -debit.amount().minor(), Long::sum);
                } else if (operation instanceof Credit credit) {
                  balances.merge(credit.account().value(), credit.amount().minor(), Long::sum);
                } else {
                  balances.merge(StormsOfCallersTest.COUNTER.toString(), 1L, Long::sum);
                }
              });
    }
  }
}
