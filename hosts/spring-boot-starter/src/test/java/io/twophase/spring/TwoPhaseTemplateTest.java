package io.twophase.spring;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchRuntimeException;

import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.FunctionOutcome.Contended;
import io.twophase.app.function.FunctionOutcome.NotAsked;
import io.twophase.app.function.FunctionOutcome.Refused;
import io.twophase.app.function.FunctionOutcome.Unknown;
import io.twophase.app.function.TransactionFunction;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.DocumentRefusal.DocumentExists;
import io.twophase.domain.transaction.DocumentRefusal.NoSuchDocument;
import io.twophase.domain.transaction.DocumentRefusal.ValueTaken;
import io.twophase.domain.transaction.Refusal;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.spring.TwoPhaseTemplate.TwoPhaseExceptionTranslator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.codecs.pojo.annotations.BsonId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

class TwoPhaseTemplateTest {

  private static final TransactionId PAY = transactionId("pay-7");
  private static final DocumentRef LEDGER = document("ledger", "pay-7");

  /** An entity, and a value that is kept. */
  public record Receipt(@BsonId String id, long cents) {}

  private static TwoPhaseTemplate template(ApplicationContext context) {
    return context.getBean(TwoPhaseTemplate.class);
  }

  @Test
  void aFunctionRunsOnceAndItsValueIsReturnedEachTime() {
    AtomicInteger runs = new AtomicInteger();
    TransactionFunction<Receipt> pay =
        tx -> {
          tx.insert(LEDGER, Map.of("cents", 500L));
          return new Receipt("r-" + runs.incrementAndGet(), 500);
        };
    Contexts.set()
        .run(
            context -> {
              Receipt first = template(context).execute("pay-7", Receipt.class, pay);

              assertThat(first).isEqualTo(new Receipt("r-1", 500));
              assertThat(template(context).execute("pay-7", Receipt.class, pay)).isEqualTo(first);
              assertThat(template(context).<Object>execute("pay-7", pay::run))
                  .as("no type is named for what is kept")
                  .isNull();
              assertThat(runs).hasValue(1);
            });
  }

  @Test
  void exceptionsOfTwophaseAreTranslatedAndThoseOfTheFunctionAreNot() {
    Contexts.set()
        .run(
            context -> {
              assertThatThrownBy(
                      () ->
                          template(context)
                              .execute(
                                  "a",
                                  tx -> {
                                    tx.remove(LEDGER);
                                    return null;
                                  }))
                  .isInstanceOf(DataIntegrityViolationException.class);
              assertThatThrownBy(
                      () ->
                          template(context)
                              .execute(
                                  "b",
                                  Receipt.class,
                                  tx -> {
                                    throw tx.decline("closed on Sundays");
                                  }))
                  .isInstanceOf(NotDoneException.class)
                  .hasMessage("function b is declined: closed on Sundays");
              assertThatThrownBy(
                      () ->
                          template(context)
                              .execute(
                                  "c",
                                  tx -> {
                                    throw new UnsupportedOperationException("of the function");
                                  }))
                  .isInstanceOf(UnsupportedOperationException.class)
                  .hasMessage("of the function");
            });
  }

  private static Arguments refused(DocumentRefusal refusal, Class<?> translated) {
    return thrown(new Refused<>(PAY, refusal, false), translated);
  }

  private static Arguments thrown(FunctionOutcome<?> outcome, Class<?> translated) {
    return Arguments.of(catchRuntimeException(outcome::orElseThrow), translated);
  }

  static List<Arguments> translations() {
    RuntimeException unreadable =
        catchRuntimeException(new ReadAnswer.Unreadable(LEDGER, "no number")::orElseThrow);
    return List.of(
        thrown(new Contended<>(PAY, 20, "changed"), OptimisticLockingFailureException.class),
        thrown(new Unknown<>(PAY, "no answer"), TransientDataAccessResourceException.class),
        thrown(new NotAsked<>(PAY, "closed"), TransientDataAccessResourceException.class),
        thrown(
            new Refused<>(PAY, new Refusal.IdReused(PAY, Optional.empty(), List.of()), true),
            DuplicateKeyException.class),
        refused(new DocumentExists(LEDGER), DuplicateKeyException.class),
        refused(new ValueTaken(LEDGER, "number_1", "number"), DuplicateKeyException.class),
        refused(new NoSuchDocument(LEDGER), DataIntegrityViolationException.class),
        Arguments.of(unreadable, DataRetrievalFailureException.class),
        Arguments.of(
            new StoreUnavailableException("no server"), DataAccessResourceFailureException.class));
  }

  @ParameterizedTest
  @MethodSource("translations")
  void eachTranslationKeepsItsMessageAndItsCause(
      RuntimeException thrown, Class<? extends DataAccessException> translated) {
    assertThat(new TwoPhaseExceptionTranslator().translateExceptionIfPossible(thrown))
        .isExactlyInstanceOf(translated)
        .hasMessage(thrown.getMessage())
        .hasCause(thrown);
  }

  @Test
  void entitiesAreMappedByTheHostsOwnMapper() {
    Contexts.set()
        .withBean(
            "mine",
            DocumentMapper.class,
            () -> DocumentMapper.byDefaultCodecs().with(Receipt.class, "receipts"))
        .run(
            context -> {
              template(context)
                  .execute(
                      "a",
                      tx -> {
                        tx.save(new Receipt("r", 500));
                        return null;
                      });

              assertThat(
                      template(context)
                          .<Receipt>execute("b", tx -> tx.get(Receipt.class, "r").orElseThrow()))
                  .isEqualTo(new Receipt("r", 500));
            });
  }
}
