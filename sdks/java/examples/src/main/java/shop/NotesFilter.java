package shop;

import io.github.thumbturn.server.ProtectedResource;
import io.github.thumbturn.server.ResourceRequest;
import io.github.thumbturn.server.ResourceResponse;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/** Put it before everything else, so that it serves the metadata. */
// #region filter
class NotesFilter extends HttpFilter {
  private final ProtectedResource resource;

  NotesFilter(ProtectedResource resource) {
    this.resource = resource;
  }

  @Override
  public void doFilter(
      HttpServletRequest request, HttpServletResponse response,
      FilterChain chain) throws IOException, ServletException {
    var sent = new ResourceRequest(
        request.getMethod(),
        request.getRequestURI(),
        request.getHeader("Authorization"),
        String.join(", ", Collections.list(
            request.getHeaders("DPoP"))));
    var metadata = resource.describe(sent.method(), sent.path());
    if (metadata.isPresent()) {
      send(response, metadata.get());
      return;
    }
    var decision = resource.admit(sent);
    if (!decision.isAdmitted()) {
      send(response, decision.rejection());
      return;
    }
    request.setAttribute("access", decision.access());
    chain.doFilter(request, response);
  }

  private static void send(
      HttpServletResponse response, ResourceResponse content)
      throws IOException {
    response.setStatus(content.status());
    content.headers().forEach(response::setHeader);
    var body = content.body().getBytes(StandardCharsets.UTF_8);
    response.getOutputStream().write(body);
  }
}
// #endregion
