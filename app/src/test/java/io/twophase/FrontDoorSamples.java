package io.twophase;

import io.twophase.Assembly.AssembledTwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.AuditProgress.AuditWatch;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.app.transfer.queue.Deadlines;
import io.twophase.app.transfer.queue.QueueSettings;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Guards;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.InclusionProof;
import io.twophase.domain.event.RecordProof;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CallerContext;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.IdSource;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Currency;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Arguments for the calls of the front door, for tests that make all of them. */
final class FrontDoorSamples {

  /** Types that a host calls nothing on, or that have to do with the process, not the store. */
  private static final Set<Class<?>> NO_DOORS = Set.of(Deadlines.class, Supplier.class, List.class);

  private FrontDoorSamples() {}

  /** One argument of each type that a call takes. */
  static Map<Class<?>, Object> of(InMemoryStore store, TwoPhase host) {
    Map<Class<?>, Object> samples = new HashMap<>();
    AccountId id = TwoPhase.account("A");
    Money money = TwoPhase.money("1.00", "USD");
    TransactionId transaction = TwoPhase.transactionId("t");
    samples.put(AccountId.class, id);
    samples.put(Money.class, money);
    samples.put(TransactionId.class, transaction);
    samples.put(String.class, "1");
    samples.put(int.class, 1);
    samples.put(long.class, 1L);
    samples.put(Instant.class, Instant.EPOCH);
    samples.put(EventPosition.class, EventPosition.START);
    samples.put(AuditWatch.class, AuditWatch.NONE);
    samples.put(DocumentRef.class, TwoPhase.document("orders", "o"));
    samples.put(TreeHead.class, TreeHead.EMPTY);
    samples.put(
        RecordProof.class,
        new RecordProof("", Optional.empty(), new InclusionProof(0, 1, List.of())));

    samples.put(boolean.class, true);
    samples.put(Currency.class, money.currency());
    samples.put(BigInteger.class, BigInteger.ONE);
    samples.put(Class.class, String.class);
    samples.put(TransactionFunction.class, (TransactionFunction<Object>) tx -> tx);
    samples.put(EntityMapper.class, EntityMapper.NONE);
    samples.put(Supplier.class, (Supplier<Object>) () -> "called");
    samples.put(ImportedRow.class, new ImportedRow("0".repeat(64), 1, false));
    samples.put(ApprovalRule.class, new ApprovalRule(1, List.of(new ApproverName("Ann"))));
    samples.put(EngineSettings.class, EngineSettings.of(new ApplicationName("test")));
    samples.put(QueueSettings.class, QueueSettings.of(1));
    samples.put(Operation.class, new Debit(id, money));
    samples.put(CollectionName.class, CollectionName.of("orders"));
    samples.put(FieldPath.class, FieldPath.of("a.b"));
    samples.put(Value.class, Value.of("value"));
    samples.put(Field.class, new Field("a", Value.of(1)));
    samples.put(Field[].class, new Field[] {new Field("a", Value.of(1))});
    samples.put(Fields.class, Fields.of(Map.of("a", 1)));
    samples.put(Guards.class, Guards.where("a").equalTo(1));
    samples.put(Guards.Condition.class, Guards.where("a"));
    samples.put(Guard.class, Guard.exists(FieldPath.of("a")));
    samples.put(Guard[].class, new Guard[0]);
    samples.put(FieldChange.class, FieldChange.set("a", 1));
    samples.put(FieldChange[].class, new FieldChange[] {FieldChange.set("a", 1)});
    samples.put(Object[].class, new Object[] {1});
    samples.put(AuthorizationTerms.class, new AuthorizationTerms(Duration.ofDays(1)));
    samples.put(Labels.class, Labels.NONE);
    samples.put(Map.class, Map.of());
    samples.put(Optional.class, Optional.empty());
    samples.put(Opening.class, Opening.of(id, money).get());
    TransferRequest transfer = new TransferRequest(transaction, id, TwoPhase.account("B"), money);
    samples.put(TransferRequest.class, transfer);
    samples.put(Request.class, transfer);
    samples.put(NewTransaction.class, transfer.transaction().get());
    samples.put(TransactionRequest.class, TransactionRequest.of(transaction));
    samples.put(Object.class, "id");
    samples.put(List.class, List.of());
    samples.put(Iterator.class, Collections.emptyIterator());
    samples.put(Function.class, Function.identity());
    samples.put(Consumer.class, (Consumer<Object>) given -> {});
    samples.put(
        RecordQuery.class, RecordQuery.latest(Optional.empty(), Optional.empty(), Labels.NONE, 1));
    samples.put(RecordQuery.Place.class, new RecordQuery.Place(Instant.EPOCH, Optional.empty()));
    TransactionRecord submitted =
        NewRecord.submitted(transfer.transaction().get()).stored(Instant.EPOCH);
    samples.put(TransactionRecord.class, submitted);
    samples.put(Transaction.class, submitted.alone().orElseThrow());
    samples.put(RecoveryRequest.class, RecoveryRequest.olderThan(Duration.ofHours(1)));
    samples.put(Duration.class, Duration.ofHours(1));
    samples.put(Store.class, store);
    samples.put(OwnerRepository.class, store.owners());
    samples.put(Home.class, store.home());
    samples.put(TwoPhaseSettings.class, TwoPhaseSettings.of(new ApplicationName("test")));
    samples.put(IdSource.class, new RandomIds());
    samples.put(Pause.class, new ThreadPause());
    samples.put(Executor.class, (Executor) Runnable::run);
    samples.put(CallLimit.class, CallLimit.NONE);
    samples.put(CallerContext.class, CallerContext.NONE);
    samples.put(CallerGuard.class, CallerGuard.NONE);
    samples.put(Ticker.class, (Ticker) () -> Duration.ZERO);
    samples.put(TwoPhaseListener.class, TwoPhaseListener.IGNORED);
    samples.put(io.twophase.app.recovery.Recovery.class, host.recovery());
    samples.put(
        RecoveryDaemon.Listener.class,
        new RecoveryDaemon.Listener() {
          @Override
          public void recovered(io.twophase.app.recovery.Recovered recovered) {}

          @Override
          public void failed(StoreException fault) {}
        });
    return samples;
  }

  /** The doors of a host, on which callers make their calls. */
  static Stream<Object> doors(TwoPhase host) {
    return Arrays.stream(AssembledTwoPhase.class.getRecordComponents())
        .filter(component -> !NO_DOORS.contains(component.getType()))
        .map(component -> value(component, host));
  }

  static Object value(RecordComponent component, TwoPhase host) {
    try {
      return component.getAccessor().invoke(host);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("a door without a name", impossible);
    }
  }

  /** The sample of a type: of an enum its first, of a record one of the samples of its parts. */
  static Object one(Map<Class<?>, Object> samples, Class<?> type) {
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    return type.isRecord() && !samples.containsKey(type)
        ? Copies.of(
            type,
            Arrays.stream(type.getRecordComponents())
                .<@Nullable Object>map(component -> one(samples, component.getType()))
                .toList())
        : Objects.requireNonNull(samples.get(type), () -> "a sample of " + type);
  }
}
