package io.twophase.app.scene;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transactionId;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.TransactionContext;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Scenes;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.Money;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guards;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.embedded.Repeated;
import io.twophase.ports.Store;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Steps of hosts that ask for functions. A function is a list of reads and writes, of which {@code
 * run 2: } stands before one of the second run only, and {@code until 8: } before one of the runs
 * before the eighth; {@code RUN} is the number of the run. {@code other} is a step of another host
 * meanwhile, whose operations {@code &} separates. The value of a function is what it has read.
 */
public final class FunctionSteps extends HostSteps {

  private static final DocumentRef ORDER = document("orders", 7);

  private final TwoPhase asking;
  private int runs;

  /** Steps over a store, whose hosts are closed with them. */
  public FunctionSteps(Store store) {
    super(store, TwoPhase.over(store).build());
    asking =
        TwoPhase.over(store).mapper(DocumentMapper.byDefaultCodecs()).pause(pause -> {}).build();
  }

  @Override
  public String step(String written) {
    String[] words = Repeated.written(written).split(" ", 3);
    return switch (words[0]) {
      case "function" -> function(asking, words, false);
      case "keeping" -> function(asking, words, true);
      case "simply" -> function(host, words, false);
      case "runs" -> String.valueOf(runs);
      case "conflicts" -> String.valueOf(asking.counters().conflicts());
      case "receipt" -> done(() -> leaveReceipt(words[1]));
      case "attempt" -> done(() -> leaveAttempt(words[1]));
      case "new" -> done(() -> runs = 0);
      default -> super.step(written);
    };
  }

  private String function(TwoPhase by, String[] words, boolean isKept) {
    try {
      FunctionOutcome<String> outcome =
          isKept
              ? by.transact(words[1], String.class, written(words[2]))
              : by.transact(words[1], written(words[2]));
      return Scenes.text(outcome);
    } catch (RuntimeException thrown) {
      return thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
    }
  }

  private TransactionFunction<String> written(String actions) {
    return tx -> {
      int run = ++runs;
      List<String> values = new ArrayList<>();
      for (String action : actions.split(" \\+ ", -1)) {
        String[] sides = action.split(": ", 2);
        boolean isLimited = sides[0].startsWith("run ") || sides[0].startsWith("until ");
        int limit = isLimited ? Integer.parseInt(sides[0].split(" ", -1)[1]) : 0;
        if (!isLimited || (sides[0].startsWith("run ") ? run == limit : run < limit)) {
          values.add(act(tx, (isLimited ? sides[1] : action).replace("RUN", "" + run)));
        }
      }
      values.removeIf(String::isEmpty);
      return String.join(", ", values);
    };
  }

  private String act(TransactionContext tx, String action) {
    String[] words = action.split(" ", 3);
    return switch (words[0]) {
      case "get" -> tx.get(ref(words[1])).map(it -> it.fields().toString()).orElse("none");
      case "find" ->
          tx.find(words[1], guards(words[2]), 10).stream()
              .map(it -> it.ref().toString())
              .sorted()
              .toList()
              .toString();
      case "put" -> {
        DocumentSnapshot before = tx.get(ref(words[1])).orElseThrow();
        for (Map.Entry<String, Object> each : fields(words[2]).entrySet()) {
          before = before.with(each.getKey(), each.getValue());
        }
        tx.put(before);
        yield "";
      }
      case "pay" -> pay(tx).toString();
      case "payOnce" ->
          tx.get(ORDER).orElseThrow().string("status").equals("Paid")
              ? "nothing to pay"
              : pay(tx).toString();
      case "decline" -> throw tx.decline(action.substring("decline ".length()));
      case "never" -> throw new AssertionError("it has happened, or its id is taken");
      case "swallow" -> {
        try {
          tx.get(ref(words[1]));
        } catch (RuntimeException conflict) {
          throw new IllegalArgumentException("its own words", conflict);
        }
        yield "";
      }
      case "other" -> {
        String answer =
            CompletableFuture.supplyAsync(
                    () -> step(action.substring("other ".length()).replace(" & ", " + ")),
                    task -> new Thread(task).start())
                .join();
        if (!answer.startsWith("applied") && !answer.startsWith("Applied")) {
          throw new AssertionError(action + " is " + answer);
        }
        yield "";
      }
      default -> write(tx, ((TransactionRequest) request("x " + action)).operations().get(0));
    };
  }

  private static String write(TransactionContext tx, Operation operation) {
    if (operation instanceof InsertDocument insert) {
      tx.insert(insert.document(), insert.fields());
    } else if (operation instanceof ChangeDocument change) {
      FieldChange[] changes = change.changes().all().toArray(FieldChange[]::new);
      tx.change(change.document(), new Guards(change.guards()), changes);
    } else if (operation instanceof RemoveDocument remove) {
      tx.remove(remove.document(), new Guards(remove.guards()));
    } else if (operation instanceof AddToField add) {
      tx.add(add.document(), add.field(), add.amount(), add.floor(), add.ceiling());
    }
    return "";
  }

  private static Money pay(TransactionContext tx) {
    DocumentSnapshot order = tx.get(ORDER).orElseThrow(() -> tx.decline("no such order"));
    if (!order.string("status").equals("UnPaid")) {
      throw tx.decline("already paid");
    }
    Money price = order.money("total", "USD");
    tx.debit(account("A"), price);
    tx.credit(account("B"), price);
    tx.put(order.with("status", "Paid"));
    tx.insert(document("ledger", "pay-7"), Map.of("order", 7, "cents", price.minor()));
    return price;
  }

  /** A pass of retention replaces the record by its receipt. */
  private void leaveReceipt(String id) {
    TransactionRecord ended = Books.find(store, id).record().orElseThrow();
    Removal removal = new Removal(Either.left(ended), Receipt.of(ended.alone().orElseThrow()));
    var unused = store.records().remove(List.of(removal));
  }

  /** A process dies after the holds of a first attempt that changes the order. */
  private void leaveAttempt(String id) {
    Attempt attempt = new Attempt(transactionId(id), 1, Optional.empty());
    NewTransaction left =
        ((TransactionRequest) request(id + " change orders/7 to {$set: {status: 'Paid'}}"))
            .labelled(Labels.NONE.of(Optional.of(attempt)))
            .transaction()
            .get();
    DocumentWrites writes = new DocumentWrites(store);
    writes.begin(left);
    writes.hold(left, 1);
  }

  @Override
  public void close() {
    asking.close();
    super.close();
  }
}
