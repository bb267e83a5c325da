package io.twophase.app.scene;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transactionId;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.Functions;
import io.twophase.app.function.TransactionContext;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Step;
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
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.ports.Store;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.Document;

/**
 * Steps of hosts that ask for functions. A function is a list of reads and writes, of which {@code
 * run 2: } stands before one of the second run only, {@code until 8: } before one of the runs
 * before the eighth, and {@code when pairs/x 0: } before one that is made if the function reads
 * that number there; {@code RUN} is the number of the run. {@code other} is a step of another host
 * meanwhile, whose operations {@code &} separates. The value of a function is what it has read.
 */
public final class FunctionSteps extends HostSteps {

  private static final DocumentRef ORDER = document("orders", 7);

  private final TwoPhase asking;
  private final Functions functions;
  private int runs;

  /** Steps over a store, whose hosts are closed with them. */
  public FunctionSteps(Store store) {
    this(store, TwoPhase::functions);
  }

  /** Steps of a host that asks for its functions in another way. */
  public FunctionSteps(Store store, Function<TwoPhase, Functions> way) {
    super(store, TwoPhase.over(store).build());
    asking =
        TwoPhase.over(store).mapper(DocumentMapper.byDefaultCodecs()).pause(pause -> {}).build();
    functions = way.apply(asking);
  }

  @Override
  public String step(String written) {
    String[] words = written.split(" ", 3);
    return switch (words[0]) {
      case "function" -> answer(() -> functions.run(transactionId(words[1]), function(words[2])));
      case "keeping" -> answer(() -> asking.transact(words[1], String.class, function(words[2])));
      case "simply" -> answer(() -> host.transact(words[1], function(words[2])));
      case "runs" -> String.valueOf(runs);
      case "conflicts" -> String.valueOf(asking.counters().conflicts());
      case "receipt" -> done(() -> leaveReceipt(words[1]));
      case "attempt" -> done(() -> leaveAttempt(words[1]));
      case "new" -> done(() -> runs = 0);
      default -> super.step(written);
    };
  }

  private static String answer(Supplier<FunctionOutcome<String>> asked) {
    try {
      return Step.text(asked.get());
    } catch (RuntimeException thrown) {
      return thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
    }
  }

  private TransactionFunction<String> function(String actions) {
    return tx -> {
      int run = ++runs;
      List<String> values = new ArrayList<>();
      for (String action : actions.split(" \\+ ", -1)) {
        String[] sides = action.split(": ", 2);
        String[] when = sides[0].split(" ", -1);
        boolean isMade =
            switch (when[0]) {
              case "run" -> run == Integer.parseInt(when[1]);
              case "until" -> run < Integer.parseInt(when[1]);
              case "when" -> number(tx, when[1]).equals(when[2]);
              default -> true;
            };
        if (isMade) {
          boolean isLimited = List.of("run", "until", "when").contains(when[0]);
          values.add(act(tx, (isLimited ? sides[1] : action).replace("RUN", "" + run)));
        }
      }
      values.removeIf(String::isEmpty);
      return String.join(", ", values);
    };
  }

  private static String number(TransactionContext tx, String word) {
    return tx.get(DocumentWords.document(word)).map(it -> "" + it.number("n")).orElse("none");
  }

  private String act(TransactionContext tx, String action) {
    String[] words = action.split(" ", 3);
    return switch (words[0]) {
      case "get" ->
          tx.get(DocumentWords.document(words[1])).map(it -> it.fields().toString()).orElse("none");
      case "find" ->
          tx
              .find(words[1], new Guards(List.of(DocumentWords.guard(words[2]).orElseThrow())), 10)
              .stream()
              .map(it -> it.ref().toString())
              .sorted()
              .toList()
              .toString();
      case "put" -> {
        DocumentSnapshot before = tx.get(DocumentWords.document(words[1])).orElseThrow();
        for (Map.Entry<String, Object> each : Document.parse(words[2]).entrySet()) {
          before = before.with(each.getKey(), each.getValue());
        }
        tx.put(before);
        yield "";
      }
      case "raise" -> {
        DocumentSnapshot before = tx.get(DocumentWords.document(words[1])).orElseThrow();
        tx.put(before.with("n", before.number("n") + Long.parseLong(words[2])));
        yield "";
      }
      case "afresh" -> {
        tx.put(DocumentSnapshot.of(DocumentWords.document(words[1]), Document.parse(words[2])));
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
          tx.get(DocumentWords.document(words[1]));
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
        if (!answer.matches("(?s)([aA]pplied|\\[\\[BEGUN).*")) {
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
        ((TransactionRequest) request(id + " change #7 status=\"Paid\""))
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
