package io.twophase.adapter.mongo.command;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.testing.Documents;
import io.twophase.ports.Holds;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many commands each call on holds costs: one, if all of it matches. */
class HoldCommandsTest {

  /** Calls on a server, and what its commands are called. */
  abstract static class Counted {

    private final FreshDatabase fresh;
    private final String write;
    private final CommandRecorder recorder = new CommandRecorder();
    private final MongoClient client;
    private final MongoStore store;
    private final Holds holds;

    Counted(FreshDatabase fresh, String uri, String write) {
      this.fresh = fresh;
      this.write = write;
      this.client = recorder.client(uri);
      this.store =
          MongoStore.using(client, fresh.database().getName(), MongoStoreSettings.defaults());
      this.holds = store.holds();
      store
          .accounts()
          .open(
              List.of(
                  account("A").opening(cents(100)),
                  account("B").ceiling(cents(1_000_000)).opening(cents(0))));
      recorder.commands();
      recorder.writes();
    }

    @AfterEach
    void close() {
      client.close();
    }

    private static Placing range(String record, String account, Range range) {
      RecordId id = new RecordId(record);
      return new Placing(
          id,
          epoch(1),
          new Claim.OfRange(
              new Target.OfAccount(accountId(account)),
              new Scale.Money(USD),
              range,
              id.isOfMany()));
    }

    private static List<Placing> transfer(String record, long amount) {
      return List.of(
          range(record, "A", Range.whole(amount, 0)), range(record, "B", Range.whole(0, amount)));
    }

    private static Placing on(String record, DocumentOperation operation) {
      RecordId id = new RecordId(record);
      return new Placing(id, epoch(1), new Claim.OfDocument(id.transaction(), operation));
    }

    private static List<Ending> settled(List<Placing> placed) {
      return placed.stream()
          .map(
              one ->
                  Ending.settle(
                      one.record(),
                      one.claim(),
                      one.epoch(),
                      one.claim()
                          .fold(
                              range -> range.range().credit() - range.range().debit(),
                              document -> 0L),
                      Option.none()))
          .toList();
    }

    private List<Hold> holds(List<Placing> placed) {
      return placed.stream().map(one -> Hold.of(store.home(), one)).toList();
    }

    private void areHeld(List<Placing> asked) {
      assertThat(holds.place(asked)).isEqualTo(holds(asked).stream().map(Answer::held).toList());
    }

    private void commands(String... commands) {
      assertThat(recorder.commands()).containsExactly(commands);
    }

    @Test
    void aTransferIsHeldSettledStampedAndReleasedByOneCommandEach() {
      List<Placing> transfer = transfer("t1", 5);
      areHeld(transfer);
      commands(write);
      assertThat(holds.end(settled(transfer))).containsOnly(MATCHED);
      commands(write);

      areHeld(transfer);
      recorder.commands();
      assertThat(
              holds.stamp(
                  transfer.stream()
                      .map(
                          one ->
                              new Stamping(
                                  one.claim().target(), Hold.of(store.home(), one), epoch(2)))
                      .toList()))
          .containsOnly(MATCHED);
      commands(write);
      assertThat(
              holds.end(
                  transfer.stream().map(one -> Ending.release(one.record(), one.claim())).toList()))
          .containsOnly(MATCHED);
      commands(write);
    }

    /** Of a record of several, what was acknowledged need not be read. */
    @Test
    void aRangeOfSeveralThatIsKnownEndsByOneCommandAndElseIsReadFirst() {
      Placing asked = range("batch:b", "A", Range.whole(30, 5));
      areHeld(List.of(asked));
      recorder.commands();
      assertThat(
              holds.end(
                  List.of(
                      Ending.settle(
                          asked.record(),
                          asked.claim(),
                          asked.epoch(),
                          -7,
                          Option.some(Hold.of(store.home(), asked))))))
          .containsExactly(MATCHED);
      commands(write);

      areHeld(List.of(asked));
      recorder.commands();
      assertThat(holds.end(List.of(Ending.release(asked.record(), asked.claim()))))
          .containsExactly(MATCHED);
      commands("find", write);
    }

    @Test
    void aRefusalIsOneReadMoreAndSoIsALook() {
      List<Placing> tooMuch = transfer("t1", 500).subList(0, 1);
      assertThat(holds.place(tooMuch).get(0).kind()).isEqualTo(Answer.Kind.SHORT);
      commands(write, "find");

      holds.place(List.of(range("t2", "A", Range.NONE)));
      commands("find");
    }

    @Test
    void fiveHundredTargetsAreHeldAndSettledByOneCommandEachAndOneWriteEach() {
      store
          .accounts()
          .open(IntStream.range(0, 500).mapToObj(n -> account("a" + n).opening(cents(9))).toList());
      List<Placing> asked =
          IntStream.range(0, 500)
              .mapToObj(n -> range("batch:b", "a" + n, Range.whole(5, 3)))
              .toList();
      recorder.commands();
      recorder.writes();

      areHeld(asked);
      assertThat(
              holds.end(
                  asked.stream()
                      .map(
                          one ->
                              Ending.settle(
                                  one.record(),
                                  one.claim(),
                                  one.epoch(),
                                  1,
                                  Option.some(Hold.of(store.home(), one))))
                      .toList()))
          .containsOnly(MATCHED);
      commands(write, write);
    }

    /** An account, and documents of two collections, one of which is inserted. */
    private List<Placing> placings() {
      fresh.host(order("o1"), fields("status", "new"));
      return List.of(
          range("t1", "A", Range.whole(5, 0)),
          on("t1", Documents.change(order("o1"), set("status", "paid"))),
          on("t1", Documents.check(order("o2"), is("status", "open"))),
          on("t1", Documents.insert(Documents.order("o3"), fields("a", 1))));
    }

    final List<String> commandsOfAnOrder() {
      List<Placing> order = placings();
      fresh.host(order("o2"), fields("status", "open"));
      holds.place(List.of(on("t0", Documents.check(order("o2"), is("status", "open")))));
      recorder.commands();
      areHeld(order);
      List<String> commands = new ArrayList<>(recorder.commands());
      assertThat(holds.end(settled(order))).containsOnly(MATCHED);
      commands.addAll(recorder.commands());
      return commands;
    }

    @Test
    void aStatusIsChangedInOneCommandAndRefusedInTwo() {
      store.accounts().change(accountId("A"), StatusChange.FREEZE);
      commands("findAndModify");
      store.accounts().change(accountId("A"), StatusChange.CLOSE);
      commands("findAndModify", "find");
    }

    @Test
    void whatIsNotThereIsToldByItsOwnCount() {
      Placing asked = range("t1", "A", Range.whole(5, 0));
      assertThat(holds.end(List.of(Ending.release(asked.record(), asked.claim()))))
          .containsExactly(NOT_MATCHED);
      commands(write);
    }
  }

  /** A server that tells how many writes of a command matched. */
  @Nested
  class WhereTheSumIsTold extends Counted {

    @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

    WhereTheSumIsTold() {
      super(FRESH, Servers.inProcessUri(), "update");
    }

    @Test
    void anOrderIsACommandOfEachCollectionAndKind() {
      assertThat(commandsOfAnOrder())
          .containsExactly("update", "update", "insert", "update", "update", "update");
    }
  }

  /** A server with the bulk write of MongoDB 8, which tells of each. */
  @Nested
  class WhereEachIsTold extends Counted {

    @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

    WhereEachIsTold() {
      super(FRESH, Servers.tellingUri(), "bulkWrite");
    }

    @Test
    void anOrderIsHeldByOneCommandAndSettledByOne() {
      assertThat(commandsOfAnOrder()).containsExactly("bulkWrite", "bulkWrite");
    }
  }
}
