package io.twophase.app.testing;

import io.twophase.RandomIds;
import io.twophase.TwoPhase;
import io.twophase.app.function.Functions;
import io.twophase.app.function.Functions.FunctionListener;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.queue.Deadlines;
import io.twophase.app.transfer.queue.Turns;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Functions that lack one of the guards by which they are isolated, as a checker must find. */
public final class UnguardedFunctions {

  private UnguardedFunctions() {}

  /** Functions whose transactions change, or check, what they have read however it is by then. */
  public static Functions without(
      Class<? extends Operation> unguarded, Store store, TwoPhase host) {
    return functions(
        store,
        host,
        new DocumentReader(store),
        operations ->
            operations.stream()
                .filter(each -> !(unguarded == CheckAbsent.class && each instanceof CheckAbsent))
                .map(each -> unguarded.isInstance(each) ? withoutGuards(each) : each)
                .toList());
  }

  private static Operation withoutGuards(Operation operation) {
    if (operation instanceof ChangeDocument change) {
      return new ChangeDocument(change.document(), List.of(), change.changes());
    }
    return operation instanceof CheckDocument check
        ? new CheckDocument(check.document(), List.of())
        : operation;
  }

  /** Functions that read no document again that they have read. */
  public static Functions readingOnce(Store store, TwoPhase host) {
    Map<Object, Sight> first = new ConcurrentHashMap<>();
    Store remembering =
        Interceptor.before(
            Store.class,
            store,
            (method, asked, call) ->
                method.equals("find") && asked.get(0) instanceof List<?> all && isOfTargets(all)
                    ? all.stream()
                        .map(target -> first.computeIfAbsent(target, none -> sight(call, target)))
                        .toList()
                    : call.make());
    return functions(store, host, new DocumentReader(remembering), UnaryOperator.identity());
  }

  private static boolean isOfTargets(List<?> asked) {
    return asked.stream().allMatch(Target.class::isInstance);
  }

  private static Sight sight(Interceptor.Call call, Object target) {
    return (Sight) ((List<?>) call.with(List.of(List.of(target))).make()).get(0);
  }

  private static Functions functions(
      Store store, TwoPhase host, DocumentReader reader, UnaryOperator<List<Operation>> less) {
    return new Functions(
        store,
        reader,
        request ->
            host.run(
                new TransactionRequest(
                    request.id(),
                    less.apply(request.operations()),
                    request.note(),
                    request.labels())),
        EntityMapper.NONE,
        new Turns(new Deadlines(() -> Duration.ZERO, store.callLimit(), (time, task) -> () -> {})),
        pause -> {},
        new RandomIds(),
        CallerGuard.NONE,
        new FunctionListener() {});
  }
}
