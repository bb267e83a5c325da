package io.twophase.cli.demo;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.adapter.mongo.adoption.TutorialProtocol;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.demo.CrashingStore.ProcessLife;
import io.twophase.cli.demo.CrashingStore.Write;
import io.twophase.cli.demo.CrashingStore.WriteKind;
import io.twophase.cli.demo.Stage.Picture;
import io.twophase.cli.demo.Stage.Step;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.embedded.EmbeddedServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Plays all scenes, on a server in memory that is its own and gone afterwards. */
final class Demo {

  private Demo() {}

  /**
   * All that the demo shows; machines have its components.
   *
   * @param store where it is played
   * @param transfer one transfer, write by write
   * @param killed the same transfer, killed after every write in turn, and recovered
   * @param tutorial the tutorial's protocol, with a slow worker
   * @param slow the same slow worker, by this protocol
   * @param writes how often it was killed
   * @param faults what is wrong with the books in any scene but the tutorial's
   * @param balanced whether nothing is
   */
  record Story(
      String store,
      List<Step> transfer,
      List<Kill> killed,
      TutorialScene.Shown tutorial,
      List<Step> slow,
      int writes,
      List<String> faults,
      boolean balanced) {}

  /**
   * A transfer whose process was killed, and its recovery by another.
   *
   * @param after the number of writes that it had made
   * @param write the last of them
   * @param leaves what it left, in one sentence
   * @param left the documents then
   * @param recovery the writes of the recovery
   * @param recovered the documents after it
   * @param balances of the accounts after it, as decimal texts
   * @param faults what is wrong with the books after it; empty if they balance
   */
  record Kill(
      int after,
      String write,
      String leaves,
      List<Map<String, Object>> left,
      List<String> recovery,
      List<Map<String, Object>> recovered,
      Map<String, String> balances,
      List<String> faults) {}

  /** Plays it. */
  static Story run() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      List<String> faults = new ArrayList<>();
      List<Step> transfer = at(server, "transfer", bank -> transfer(bank, faults));
      List<Kill> killed = new ArrayList<>();
      // the first step is what was there before
      for (int writes = 1; writes < transfer.size(); writes++) {
        int after = writes;
        killed.add(at(server, "killed-" + after, bank -> killed(bank, after)));
      }
      TutorialScene.Shown tutorial = TutorialScene.play(server);
      List<Step> slow = at(server, "slow", bank -> slow(bank, faults));
      faults.addAll(0, killed.stream().flatMap(kill -> kill.faults().stream()).toList());
      return new Story(
          Stage.WHERE, transfer, killed, tutorial, slow, killed.size(), faults, faults.isEmpty());
    }
  }

  private static <T> T at(EmbeddedServer server, String name, Function<Bank, T> scene) {
    try (Bank bank = new Bank(server, name)) {
      return scene.apply(bank);
    }
  }

  /** One transfer, write by write. */
  private static List<Step> transfer(Bank bank, List<String> faults) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step("before", "", bank.picture()));
    bank.transfer(
        ProcessLife.witnessedBy(
            write -> steps.add(new Step(write.label(), write.says(), bank.picture()))));
    faults.addAll(bank.faults());
    return steps;
  }

  /** A transfer whose process is killed after some of its writes, and its recovery by another. */
  private static Kill killed(Bank bank, int after) {
    List<String> faults = new ArrayList<>();
    List<Write> writes = Stage.killed(after, faults, bank::transfer);
    Write last = writes.get(writes.size() - 1);
    List<Map<String, Object>> left = bank.picture();
    List<Write> recovery = bank.recover(ProcessLife.endless());
    faults.addAll(bank.faults());
    return new Kill(
        writes.size(),
        last.label(),
        last.leaves(),
        left,
        recovery.stream().map(Write::label).toList(),
        bank.picture(),
        bank.balances(),
        faults);
  }

  /**
   * A worker that is slow, not dead: after its first hold it stalls, another finishes its transfer,
   * and then it goes on.
   */
  private static List<Step> slow(Bank bank, List<String> faults) {
    List<Step> steps = new ArrayList<>();
    ProcessLife recoverer =
        ProcessLife.witnessedBy(write -> steps.add(step(bank, "recoverer", write, "")));
    bank.transfer(
        ProcessLife.witnessedBy(
            write -> {
              steps.add(step(bank, "worker", write, write.kind().word("late")));
              if (write.kind() == WriteKind.HOLD_DEBIT) {
                bank.recover(recoverer);
              }
            }));
    faults.addAll(bank.faults());
    return steps;
  }

  private static Step step(Bank bank, String who, Write write, String also) {
    return new Step(who + ": " + write.label(), write.says() + also, bank.picture());
  }

  /** A database with A and B in it, the transfer that is made there, and what must come of it. */
  static final class Bank extends Stage {

    private static final AccountId A = TwoPhase.account("A");
    private static final AccountId B = TwoPhase.account("B");
    private static final Money AMOUNT = TwoPhase.money("100.00", "USD");
    private static final SortedMap<AccountId, Money> AFTER =
        new TreeMap<>(
            Map.of(A, TwoPhase.money("900.00", "USD"), B, TwoPhase.money("1100.00", "USD")));

    /** A fresh one on {@code server}. */
    Bank(EmbeddedServer server, String name) {
      super(server, name, Picture.TRANSFER, opening(A), opening(B));
    }

    private static Opening opening(AccountId id) {
      Money balance = TwoPhase.money("1000.00", "USD");
      Optional<Money> ceiling = Optional.of(TwoPhase.money("10000.00", "USD"));
      return Opening.of(id, balance, Money.zero(balance.currency()), ceiling).get();
    }

    /** A worker with its life before it makes the one transfer, always under the same id. */
    void transfer(ProcessLife life) {
      try (TwoPhase worker = process("worker", life)) {
        TransactionOutcome unused =
            worker
                .transfers()
                .transfer(new TransferRequest(TwoPhase.transactionId("t1"), A, B, AMOUNT));
      }
    }

    /** The balances as decimal texts, by account. */
    Map<String, String> balances() {
      Map<String, String> balances = new LinkedHashMap<>();
      AFTER.keySet().forEach(id -> balances.put(id.value(), balance(id).toDecimal()));
      return balances;
    }

    /**
     * Returns what is wrong with the books, when the transfer is over and has happened exactly
     * once.
     */
    List<String> faults() {
      return faults(AFTER);
    }
  }

  /** The tutorial's protocol with a worker that is slow, not dead: it makes money. */
  static final class TutorialScene {

    private static final long BALANCE = 1000;
    private static final long VALUE = 100;

    private final TutorialProtocol tutorial;
    private final StoredDocuments documents;
    private final List<Step> steps = new ArrayList<>();

    private TutorialScene(StoredDocuments documents) {
      this.tutorial = documents.tutorial();
      this.documents = documents;
    }

    /**
     * The steps and the sums before and after.
     *
     * @param steps from before the transfer to its end
     * @param before the sum of the balances before it
     * @param after the sum of the balances after it
     * @param made the money that has come from nowhere
     */
    record Shown(List<Step> steps, long before, long after, long made) {}

    static Shown play(EmbeddedServer server) {
      try (StoredDocuments documents = StoredDocuments.open(server.uri() + "/tutorial")) {
        return new TutorialScene(documents).play();
      }
    }

    private Shown play() {
      tutorial.openAccount("A", BALANCE);
      tutorial.openAccount("B", BALANCE);
      tutorial.submit(TutorialTransfer.of("t1", "A", "B", VALUE));
      note("before", "the transaction is initial");
      long before = sum();

      TutorialTransfer mine = tutorial.claim("worker").orElseThrow();
      note("worker: claim t1", "initial to pending");
      tutorial.applyToSource(mine);
      note("worker: apply to A", "the amount goes out and a mark goes in; then it stalls");

      recover();

      tutorial.applyToDestination(mine);
      note("worker: apply to B", "it goes on, finds no mark there any more, and credits B again");
      tutorial.markApplied(mine);
      note("worker: pending to applied", "matches nothing, and nobody looks");
      tutorial.recoverApplied(mine);
      note("worker: pull from A and B, applied to done", "the last trace is gone");
      long after = sum();
      return new Shown(steps, before, after, after - before);
    }

    /** Another process, which takes whatever is pending for dead. */
    private void recover() {
      TutorialTransfer found = tutorial.findPending(Instant.now().plusSeconds(1)).orElseThrow();
      tutorial.applyToSource(found);
      note("recoverer: apply to A", "the mark is there, so nothing happens: as it should");
      tutorial.applyToDestination(found);
      note("recoverer: apply to B", "the amount comes in, and a mark");
      tutorial.markApplied(found);
      note("recoverer: pending to applied", "both sides have moved");
      tutorial.pullFromSource(found);
      tutorial.pullFromDestination(found);
      note("recoverer: pull from A and B", "the marks go out");
      tutorial.markDone(found);
      note("recoverer: applied to done", "all is well so far");
    }

    private void note(String title, String says) {
      steps.add(new Step(title, says, Picture.TRANSFER.of(documents)));
    }

    private long sum() {
      long sum = 0;
      for (Map<String, Object> account : documents.of("accounts")) {
        sum += ((Number) account.getOrDefault("balance", 0)).longValue();
      }
      return sum;
    }
  }
}
